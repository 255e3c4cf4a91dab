// Serves ClickHouse's engine (chdb) as ClickHouse's HTTP interface does. Usage: node server.mjs PORT [FOLDER]
// One data folder for each process. Prints the URL when it is ready, and ends with its standard input.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Session } from 'chdb';

const [port, folder] = process.argv.slice(2);
const session = new Session(folder);

/** Parameters of the interface itself, and settings of the server that the engine does not have. */
const own =
  /^(query|query_id|database|default_format|compress|session_|param_|wait_end_of_query$|send_progress_|http_|enable_http_|role$|user$|password$)/;

/** The engine has one set of settings, so statements run in turn. */
let turn = Promise.resolve();
const inTurn = (work) => {
  const result = turn.then(work);
  turn = result.catch(() => undefined);
  return result;
};

const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const name = (text) => {
  if (!/^\w+$/.test(text)) throw new Error(`Code: 36. DB::Exception: Bad name: ${text}. (BAD_ARGUMENTS)`);
  return text;
};

async function run(parameters, body) {
  const query = parameters.get('query');
  const statement =
    query === null ? body.toString() : body.length > 0 ? `${query}\n${body.toString()}` : query;
  const settings = [];
  for (const [key, value] of parameters)
    if (key.startsWith('param_')) session.query(`SET ${name(key)} = ${quote(value)}`);
    else if (!own.test(key)) settings.push([name(key), value]);
  const format = parameters.get('default_format') ?? 'TabSeparated';
  session.query(`USE ${name(parameters.get('database') ?? 'default')}`);
  try {
    for (const [key, value] of settings) session.query(`SET ${key} = ${quote(value)}`);
    const result = await session.queryAsync(statement, { format });
    return Buffer.from(result.bytes());
  } finally {
    for (const [key] of settings) session.query(`SET ${key} = DEFAULT`);
  }
}

/** Long parameters are sent as a form. */
async function readForm(request, sent, parameters) {
  const form = await new Response(sent, {
    headers: { 'content-type': request.headers['content-type'] },
  }).formData();
  for (const [key, value] of form) parameters.set(key, String(value));
  return Buffer.alloc(0);
}

const server = createServer({ maxHeaderSize: 1024 ** 2 }, async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  try {
    if (url.pathname === '/ping') return void response.end('Ok.\n');
    const sent = await buffer(request);
    const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    const isForm = request.headers['content-type']?.startsWith('multipart/form-data');
    const body = isForm ? await readForm(request, plain, url.searchParams) : plain;
    const rows = await inTurn(() => run(url.searchParams, body));
    response.setHeader('X-ClickHouse-Server-Display-Name', 'chdb');
    response.setHeader('X-ClickHouse-Query-Id', url.searchParams.get('query_id') ?? '');
    if (url.searchParams.get('enable_http_compression') === '1') {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync(rows));
    } else response.end(rows);
  } catch (error) {
    const text = String(error.message ?? error);
    const [, code = '1002'] = /Code: (\d+)/.exec(text) ?? [];
    response.writeHead(code === '516' ? 403 : code === '60' || code === '81' ? 404 : 500, {
      'X-ClickHouse-Exception-Code': code,
    });
    response.end(`${text}\n`);
  }
});

server.listen(Number(port ?? 8123), '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`),
);
process.stdin.resume();
process.stdin.on('end', () => {
  session.close?.();
  process.exit(0);
});
