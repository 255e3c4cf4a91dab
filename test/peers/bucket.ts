// A minimal S3 server: signed PUT, GET with a range, HEAD and DELETE of objects by path, uploads in parts, and lists.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const keyId = 'key-id';
const secretKey = 'key';

/** Whether the request is signed by a header, which is not verified, or by its URL, which is: strangers have it. */
function isSigned({ headers, method = '', url = '' }: IncomingMessage): boolean {
  if (headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`)) return true;
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const get = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  const [id, ...scope] = get('Credential').split('/');
  const began = get('Date').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  if (id !== keyId || Date.parse(began) + Number(get('Expires')) * 1000 < Date.now()) return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encode).join('='))
    .toSorted();
  const signed = get('SignedHeaders').split(';');
  const canonical = [
    ...[method, pathname, query.join('&')],
    ...signed.map((name) => `${name}:${String(headers[name])}`),
    ...['', signed.join(';'), 'UNSIGNED-PAYLOAD'],
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', get('Date'), scope.join('/'), hash].join('\n');
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return signed.includes('content-length') && hmac(key, text).toString('hex') === get('Signature');
}

/** Returns the objects by path, the settings of the service, and how to stop the server. */
export async function startBucket() {
  const parts = new Map<string, Buffer[]>();
  const objects = new Map<string, { body: Buffer; type: string }>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname: key, searchParams } = new URL(request.url!, 'http://bucket');
    if (!isSigned(request)) return response.writeHead(403).end();
    const body = await buffer(request);
    if (searchParams.has('list-type')) {
      const prefix = `${key.replace(/\/$/, '')}/${searchParams.get('prefix') ?? ''}`;
      const found = [...objects].filter(([path]) => path.startsWith(prefix));
      const contents = found.map(
        ([path, { body }]) =>
          `<Contents><Key>${path.slice(key.replace(/\/$/, '').length + 1)}</Key><Size>${body.length}</Size></Contents>`,
      );
      return response.end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`);
    }
    const upload = parts.get(searchParams.get('uploadId') ?? '');
    if (request.method === 'POST' && searchParams.has('uploads')) {
      const id = String(parts.size + 1);
      parts.set(id, []);
      return response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (upload && request.method === 'PUT') {
      upload[Number(searchParams.get('partNumber')) - 1] = body;
      return response.setHeader('etag', '"part"').end();
    }
    if (upload && request.method === 'POST') {
      objects.set(key, { body: Buffer.concat(upload), type: 'application/octet-stream' });
      return response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
    if (request.method === 'PUT') {
      objects.set(key, { body, type: request.headers['content-type']! });
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return response.writeHead(404).end();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start ? found.body.subarray(Number(start), Number(end) + 1) : found.body;
    if (start) response.setHeader('content-range', `bytes ${start}-${end!}/${found.body.length}`);
    response.writeHead(start ? 206 : 200, { 'content-type': found.type, 'content-length': part.length });
    return response.end(request.method === 'HEAD' ? undefined : part);
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const settings = {
    S3_BUCKET: 'uploads',
    S3_DIRECT_UPLOADS: false,
    S3_REGION: 'eu-west-1',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secretKey,
  };
  return { objects, settings, stop };
}
