import { createServer } from 'node:http';

// Baseline of the redirect benchmark: a minimal node:http server.

createServer((_request, response) => {
  response.writeHead(302, { Location: 'https://example.com/some/long/path?with=query' });
  response.end();
}).listen(Number(process.argv[2]), '127.0.0.1');
