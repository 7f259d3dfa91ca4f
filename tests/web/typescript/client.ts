// A program in TypeScript: lists the tournaments, reads a round and enters the first open result. The types come from
// docs/openapi.json by openapi-typescript; tests/web/test_typescript_client.py compiles and runs it.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Problem = components["schemas"]["Problem"];

const [baseUrl, token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: `${baseUrl}/api`, headers: { Authorization: `Bearer ${token}` } });

/** Return the data of an answer; throw the detail of a problem. */
function unwrap<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.status}: ${answer.error?.detail}`);
  return answer.data;
}

const { tournaments } = unwrap(await client.GET("/v1/tournaments", { params: { query: { limit: 10 } } }));
const slugs: string[] = tournaments.map((row) => row.tournament.slug);

const path = { slug: "easter-open", round: 5 };
const { view } = unwrap(await client.GET("/v1/t/{slug}/round/{round}", { params: { path } }));
const board = view.round?.boards?.find((line) => line.result === "pending");
if (!board?.white || !board.black) throw new Error("no open board");

const result = unwrap(
  await client.POST("/v1/t/{slug}/commands", {
    params: { path: { slug: path.slug } },
    body: {
      command: "result.enter",
      id: "typescript",
      round: path.round,
      white: board.white.key,
      black: board.black.key,
      result: "1-0",
      was: "pending",
    },
  }),
);

const wrong = await client.GET("/v1/t/{slug}/round/{round}", { params: { path: { ...path, round: 99 } } });
const detail: string | undefined = wrong.error?.detail;

console.log(JSON.stringify({ slugs, board: board.number, said: result.said, status: wrong.response.status, detail }));
