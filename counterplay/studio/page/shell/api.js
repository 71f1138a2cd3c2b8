/** The server's REST interface, the one that /docs describes. */

/** An answer that is an error: one sentence for people, and the HTTP status (0: no answer at all). */
export class ApiError extends Error {
  /** @param {string} sentence @param {number} status */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

async function request(method, path, body, signal, keepalive = false) {
  const options = { method, signal, keepalive, headers: body === undefined ? {} : { "Content-Type": "application/json" } };
  if (body !== undefined) options.body = JSON.stringify(body);
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("The studio is not answering. Is it still running?", 0);
  }
  const text = await response.text();
  if (!response.ok) throw new ApiError(sentenceOf(text) || `The studio answered with status ${response.status}.`, response.status);
  return (response.headers.get("content-type") || "").includes("application/json") ? { json: JSON.parse(text), text } : { json: null, text };
}

function sentenceOf(text) {
  try {
    return String(JSON.parse(text).error || "");
  } catch {
    return "";
  }
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) => (await request("GET", path, undefined, signal)).json;
/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<string>} */
export const getText = async (path, signal) => (await request("GET", path, undefined, signal)).text;
/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = async (path, body = {}, signal = undefined) => (await request("POST", path, body, signal)).json;
/** @param {string} path @param {any} body @returns {Promise<string>} */
export const postText = async (path, body) => (await request("POST", path, body)).text;
/** @param {string} path @param {any} body @returns {Promise<any>} */
export const putJson = async (path, body) => (await request("PUT", path, body)).json;
/** The same for a few bytes that must arrive although the page is left. @param {string} path @param {any} body */
export const putLasting = async (path, body) => {
  await request("PUT", path, body, undefined, true);
};
/** @param {string} path */
export const remove = async (path) => {
  await request("DELETE", path);
};
/** A part of a path, safe for any text. @param {string} text @returns {string} */
export const part = (text) => encodeURIComponent(text);
