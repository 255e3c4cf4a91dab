// Baseline of the redirect benchmark: a minimal node:http server.
import { createServer } from 'node:http';

createServer((_request, response) => {
  response.writeHead(302, { Location: 'https://example.com/some/long/path?with=query' });
  response.end();
}).listen(Number(process.argv[2]), '127.0.0.1');
