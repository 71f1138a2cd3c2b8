/** The websocket: games as they change, and the analysis. It comes back by itself after a lost connection. */
import { FollowedGame } from "./changes.js";
import { pageShape } from "./page_shape.js";

const FIRST_WAIT = 250; // milliseconds until the first attempt to come back
const LONGEST_WAIT = 4000;
const PING_EVERY = 15000;
const SILENCE = 10000; // after a ping; then the connection counts as lost

/**
 * Events: `status` (detail: "open" | "lost"), `game` (detail: GameView), `report`, `done`, `compiling`, `queued`, `error`
 * (detail: the message).
 */
export class Live extends EventTarget {
  #socket = null;
  #number = 0;
  #wait = FIRST_WAIT;
  #waiting = new Map(); // id of a request -> {resolve, reject}
  #watched = new Map(); // id of a game -> whether its board is turned
  #known = new Map(); // id of a game -> what the server has told of it
  #silence = 0;
  #openOnce = false;

  constructor() {
    super();
    this.#connect();
    setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", () => this.#connect());
    addEventListener("pageshow", () => this.#connect());
  }

  /** Whether messages can be sent now. */
  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Send and forget.
   * @param {Object<string, any>} message
   * @returns {number} its id, which answers carry as `ref`; 0 where there is no connection
   */
  send(message) {
    if (!this.open) return 0;
    this.#number += 1;
    this.#socket.send(JSON.stringify({ id: this.#number, ...message }));
    return this.#number;
  }

  /**
   * Send and wait for the answer.
   * @param {Object<string, any>} message
   * @returns {Promise<any>}
   */
  request(message) {
    const id = this.send(message);
    if (!id) return Promise.reject(new Error("The connection to the studio is lost; it is being restored."));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Hear of every change of a game. @param {string} game @param {AbortSignal} signal until when @param {boolean} flip whether the board is turned */
  watch(game, signal, flip) {
    this.turn(game, flip);
    signal.addEventListener("abort", () => {
      this.#watched.delete(game);
      this.#known.delete(game);
      this.send({ type: "unwatch", game });
    });
  }

  /** See a game from this side from now on. @param {string} game @param {boolean} flip */
  turn(game, flip) {
    this.#watched.set(game, flip);
    this.send({ type: "watch", game, flip, page: pageShape(), changes: true });
  }

  /** Listen until the page is left. @param {string} type @param {AbortSignal} signal @param {(detail: any) => void} handler */
  on(type, signal, handler) {
    this.addEventListener(type, (event) => handler(/** @type {CustomEvent} */ (event).detail), { signal });
  }

  #connect() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
  }

  #opened() {
    this.#wait = FIRST_WAIT;
    this.#known.clear();
    for (const [game, flip] of this.#watched) this.turn(game, flip);
    this.#tell("status", "open");
    this.#openOnce = true;
  }

  #lost() {
    clearTimeout(this.#silence);
    for (const { reject } of this.#waiting.values()) reject(new Error("The connection was lost before the answer came."));
    this.#waiting.clear();
    if (this.#openOnce || this.#wait > FIRST_WAIT) this.#tell("status", "lost");
    setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.6);
  }

  #heard(message) {
    clearTimeout(this.#silence);
    const waiting = this.#waiting.get(message.ref);
    if (message.type === "moved" || message.type === "game") this.#follow(message);
    if (waiting && message.type === "error") waiting.reject(new Error(message.error));
    else if (waiting) waiting.resolve(message);
    if (waiting) this.#waiting.delete(message.ref);
    if (message.type === "moved" || message.type === "game") message.game && this.#tell("game", message.game);
    else if (!waiting) this.#tell(message.type, message);
  }

  /** What has changed becomes the whole game again. */
  #follow(message) {
    if (!message.game) return;
    const known = this.#known.get(message.game.id);
    if (message.game.changes) message.game = known ? known.change(message.game) : null; // of a game that is no longer watched
    else if (this.#watched.has(message.game.id)) this.#known.set(message.game.id, new FollowedGame(message.game));
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #ping() {
    if (!this.send({ type: "ping" })) return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket?.close(), SILENCE);
  }
}
