// The same from Node: node examples/engine.mjs examples/swiss.trf
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const engine = spawn('rookery', ['serve-engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = [];
createInterface({ input: engine.stdout }).on('line', (line) => waiting.shift()(JSON.parse(line)));

function ask(verb, more = {}) {
  return new Promise((resolve, reject) => {
    waiting.push((said) => ('error' in said ? reject(new Error(said.error.text)) : resolve(said.answer)));
    engine.stdin.write(JSON.stringify({ verb, ...more }) + '\n');
  });
}

const tournament = readFileSync(process.argv[2], 'utf8');
const outcome = await ask('pair', { tournament });
console.log('round', outcome.round, JSON.stringify(outcome.pairs));
engine.stdin.end();
