import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { saveProfile } from './config.ts';
import type { Command } from './command.ts';

const scopes = { hop: 'profile links:read links:write', plaza: 'profile read write messages' };

/** Commands to sign in, in a browser or with a key, and to sign out. */
export const loginCommands = (service: 'hop' | 'plaza'): Command[] => [
  {
    name: 'login',
    words: 'URL',
    about: 'Sign in to a service in your browser, or with a key',
    options: {
      key: { type: 'string', value: 'KEY', about: 'An API key or access token instead of the browser' },
      'no-browser': { type: 'boolean', about: 'Only print the address to open' },
    },
    run: async ({ words: [given = ''], options }) => {
      const address = /^https?:\/\//.test(given) ? given : `https://${given}`;
      if (!URL.canParse(address)) throw new Error(`“${given}” is not an address`);
      const url = new URL(address);
      const token =
        typeof options.key === 'string' ? options.key : await authorize(service, url.origin, options);
      const file = await saveProfile(service, { baseUrl: url.origin, token });
      console.log(`Signed in to ${url.host}. Stored in ${file}.`);
    },
  },
  {
    name: 'logout',
    about: 'Forget the service and its key on this computer',
    run: async () => {
      await saveProfile(service, undefined);
      console.log('Signed out on this computer. Revoke access under Settings > Apps and agents.');
    },
  },
];

interface Metadata {
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string;
}

/** Asks the person in their browser (OAuth 2.1 with PKCE, and a redirect to this computer). Resolves with a token. */
async function authorize(service: 'hop' | 'plaza', origin: string, options: object): Promise<string> {
  const { authorization_servers: [issuer = origin] = [] } = await json<{ authorization_servers?: string[] }>(
    `${origin}/.well-known/oauth-protected-resource`,
  );
  const server = await json<Metadata>(`${issuer}/.well-known/oauth-authorization-server`);
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const waiting = await waitForCode(state);
  try {
    const { client_id } = await json<{ client_id: string }>(server.registration_endpoint, {
      client_name: `Command line on ${hostname()}`.slice(0, 100),
      redirect_uris: [waiting.redirectUri],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      scope: scopes[service],
    });
    const page = `${server.authorization_endpoint}?${new URLSearchParams({
      ...{
        response_type: 'code',
        client_id,
        redirect_uri: waiting.redirectUri,
        scope: scopes[service],
        state,
      },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: origin,
    }).toString()}`;
    process.stderr.write(`Open this address in your browser to approve:\n\n  ${page}\n\n`);
    if (!('no-browser' in options)) openInBrowser(page);
    const form = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: await waiting.code, redirect_uri: waiting.redirectUri },
      ...{ client_id, code_verifier: verifier, resource: origin },
    });
    const { access_token } = await json<{ access_token: string }>(server.token_endpoint, form);
    return access_token;
  } finally {
    waiting.close();
  }
}

/** Waits on this computer for the browser to come back. */
async function waitForCode(state: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const code = new Promise<string>((resolve, reject) => {
    server.on('request', (request, response) => {
      const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
      if (query.get('state') !== state) return void response.writeHead(404).end();
      const answer = query.get('code');
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
        .end(answer ? 'You are signed in. Close this page and return to the terminal.' : 'You declined.');
      if (answer) resolve(answer);
      else reject(new Error(query.get('error_description') ?? 'Access was declined'));
    });
  });
  code.catch(() => undefined);
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    code,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function json<T>(url: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    ...(body && { method: 'POST' }),
    ...(body instanceof URLSearchParams
      ? { body }
      : body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch((error: unknown) => {
    throw new Error(`${new URL(url).host} cannot be reached`, { cause: error });
  });
  if (!answer.ok) {
    const { error_description: reason } = (await answer.json().catch(() => ({}))) as {
      error_description?: string;
    };
    throw new Error(reason ?? `${url} answered ${answer.status}`);
  }
  return (await answer.json()) as T;
}

export function openInBrowser(url: string): void {
  // Nothing that reads the address as a command line.
  const openers: Partial<Record<NodeJS.Platform, string[]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program = 'xdg-open', ...words] = openers[process.platform] ?? [];
  spawn(program, [...words, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
