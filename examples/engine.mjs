// The same from Node: node examples/engine.mjs examples/swiss.trf
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** Keeps a Rookery running: `const engine = new Engine(); await engine.ask('hello')`. */
export class Engine {
  /** A request is sent again after its engine has died, up to so many times: every answer depends on its request alone. */
  attempts = 3;
  #waiting = new Map();
  #lastId = 0;
  #process = null;
  #closing = false;

  constructor(command = 'rookery', args = ['serve-engine']) {
    this.command = command;
    this.args = args;
  }

  get pid() {
    return this.#process?.pid;
  }

  /** Returns the answer; `problems` of the tournament go to the function of that name, errors reject the promise. */
  ask(verb, more = {}, problems = () => {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const request = { line: JSON.stringify({ id, verb, ...more }) + '\n', sent: 0, resolve, reject, problems };
      this.#waiting.set(id, request);
      this.#send(request);
    });
  }

  /** Ends the engine after the answers that are under way. */
  close() {
    this.#closing = true;
    this.#endIfIdle();
  }

  #endIfIdle() {
    if (this.#closing && !this.#waiting.size) this.#process?.stdin.end();
  }

  #send(request) {
    request.sent += 1;
    this.#process ??= this.#start();
    this.#process.stdin.write(request.line);
  }

  #start() {
    const engine = spawn(this.command, this.args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let reason = '';
    engine.stdin.on('error', () => {}); // the pipe of a dead engine: its end is handled below
    engine.on('error', (error) => {
      reason = error.message; // it could not be started: 'close' follows
    });
    createInterface({ input: engine.stdout }).on('line', (line) => this.#receive(line));
    engine.on('close', (code, signal) => {
      if (this.#process === engine) this.#process = null;
      this.#resend(reason || `it ended with ${signal ?? code}`);
    });
    return engine;
  }

  #receive(line) {
    let answer;
    try {
      answer = JSON.parse(line);
    } catch {
      return; // half a line of an engine that died while it wrote
    }
    const request = this.#waiting.get(answer.id);
    if (!request) return;
    this.#waiting.delete(answer.id);
    if (answer.problems) request.problems(answer.problems);
    if ('error' in answer) request.reject(Object.assign(new Error(answer.error.text), { data: answer.error }));
    else request.resolve(answer.answer);
    this.#endIfIdle();
  }

  /** Sends what is unanswered to a new engine. The first of them may be what killed the old one, so only it counts. */
  #resend(reason) {
    const [first] = this.#waiting;
    if (!first) return;
    const [id, request] = first;
    if (request.sent >= this.attempts) {
      this.#waiting.delete(id);
      request.reject(new Error(`the engine died ${request.sent} times over this request: ${reason}`));
    }
    for (const [otherId, other] of this.#waiting) {
      if (otherId !== id) other.sent -= 1;
      this.#send(other);
    }
    this.#endIfIdle();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const engine = new Engine();
  const tournament = readFileSync(process.argv[2], 'utf8');
  const outcome = await engine.ask('pair', { tournament });
  console.log('round', outcome.round, JSON.stringify(outcome.pairs));
  engine.close();
}
