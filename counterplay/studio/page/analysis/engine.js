/** The page's one analysis on the server: started, replaced, stopped, begun again after a lost connection. */

/** Events: `report` (detail: the message), `state` (detail: {running, words}). */
export class Engine extends EventTarget {
  #live;
  #ref = 0;
  #wanted = null; // the request that should be running
  #left = false; // the shown position is no longer the one that is analysed
  #waiting = new Map(); // ref of a request by `once` -> {last, resolve, reject}

  /** @param {import("./live.js").Live} live @param {AbortSignal} signal */
  constructor(live, signal) {
    super();
    this.#live = live;
    live.on("report", signal, (message) => this.#report(message));
    live.on("done", signal, (message) => this.#done(message));
    live.on("compiling", signal, (message) => message.ref === this.#ref && this.#say(true, message.text));
    live.on("queued", signal, (message) => message.ref === this.#ref && this.#say(true, "Waiting for another search to end …"));
    live.on("error", signal, (message) => this.#failed(message));
    live.on("status", signal, (status) => (status === "open" ? this.#again() : this.#lost()));
    signal.addEventListener("abort", () => this.stop());
  }

  /** Analyse until stopped. @param {Object<string, any>} request */
  start(request) {
    this.#left = false;
    this.#wanted = request;
    this.#again();
  }

  /** Analyse once, for a while. @param {Object<string, any>} request @returns {Promise<any>} the last report, or null */
  once(request) {
    this.#left = false;
    this.#wanted = null;
    const ref = this.#live.send({ type: "analyse", ...request });
    this.#ref = ref;
    if (!ref) return Promise.reject(new Error("The connection to the studio is lost; it is being restored."));
    return new Promise((resolve, reject) => this.#waiting.set(ref, { last: null, resolve, reject }));
  }

  /** Another position is shown: what is still reported until the next start is not about it. */
  leave() {
    this.#left = true;
  }

  /** Stop. */
  stop() {
    if (this.#ref) this.#live.send({ type: "stop" });
    this.#wanted = null;
    this.#ref = 0;
    this.#say(false, "");
  }

  #again() {
    if (!this.#wanted) return;
    this.#ref = this.#live.send({ type: "analyse", ...this.#wanted });
    this.#say(true, "");
  }

  #lost() {
    for (const { reject } of this.#waiting.values()) reject(new Error("The connection was lost during the analysis."));
    this.#waiting.clear();
  }

  #report(message) {
    const waiting = this.#waiting.get(message.ref);
    if (waiting) waiting.last = message;
    if (message.ref === this.#ref && !this.#left) this.dispatchEvent(new CustomEvent("report", { detail: message }));
  }

  #done(message) {
    const waiting = this.#waiting.get(message.ref);
    this.#waiting.delete(message.ref);
    waiting?.resolve(waiting.last);
    if (message.ref === this.#ref) this.#say(false, "Finished.");
  }

  #failed(message) {
    const waiting = this.#waiting.get(message.ref);
    this.#waiting.delete(message.ref);
    waiting?.reject(new Error(message.error));
    if (!waiting && message.ref === this.#ref && message.ref) this.#say(false, message.error);
  }

  #say(running, words) {
    this.dispatchEvent(new CustomEvent("state", { detail: { running, words } }));
  }
}
