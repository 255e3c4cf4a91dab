import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { endSession, type Session, startSignIn } from '../../sdk/src/oauth.ts';
import { askSecret } from './ask.ts';
import { readProfile, saveProfile } from './config.ts';
import type { Command } from './command.ts';

const variables = { hop: 'HOP_KEY', plaza: 'PLAZA_TOKEN' };
const scopes = { hop: 'profile links:read links:write', plaza: 'profile read write messages' };

/** Commands to sign in, in a browser or with a key, and to sign out. */
export const loginCommands = (service: 'hop' | 'plaza'): Command[] => [
  {
    name: 'login',
    words: 'URL',
    about: 'Sign in to a service in your browser, or with a key',
    options: {
      key: {
        type: 'string',
        value: 'KEY',
        about: 'An API key or access token instead of the browser; - asks for it',
      },
      'no-browser': { type: 'boolean', about: 'Only print the address to open' },
    },
    run: async ({ words: [given = ''], options }) => {
      const scheme = /^(localhost|127\.0\.0\.1)(:|$)/.test(given) ? 'http' : 'https';
      const address = /^https?:\/\//.test(given) ? given : `${scheme}://${given}`;
      if (!URL.canParse(address)) throw new Error(`“${given}” is not an address`);
      const url = new URL(address);
      const allowed =
        typeof options.key === 'string'
          ? { token: options.key === '-' ? await askSecret('Key: ', variables[service]) : options.key }
          : { session: await authorize(service, url.origin, options) };
      const file = await saveProfile(service, { baseUrl: url.origin, ...allowed });
      console.log(`Signed in to ${url.host}. Stored in ${file}.`);
    },
  },
  {
    name: 'logout',
    about: 'Forget the service and its key on this computer',
    run: async () => {
      const profile = await readProfile(service);
      await saveProfile(service, undefined);
      if (profile?.session) await endSession(profile.session).catch(() => undefined);
      console.log('Signed out on this computer.');
    },
  },
];

/** Asks the person in their browser, which returns to this computer. Resolves with what they have allowed. */
async function authorize(service: 'hop' | 'plaza', origin: string, options: object): Promise<Session> {
  const browser = await listen();
  try {
    const { redirectUri } = browser;
    const name = `Command line on ${hostname()}`.slice(0, 100);
    const signIn = await startSignIn(origin, { name, redirectUri, scope: scopes[service] });
    process.stderr.write(`Open this address in your browser to approve:\n\n  ${signIn.url}\n\n`);
    if (!('no-browser' in options)) openInBrowser(signIn.url);
    return await signIn.finish(await browser.returns(signIn.state));
  } finally {
    browser.close();
  }
}

/** Waits on this computer for the browser to come back. */
async function listen() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  return {
    redirectUri,
    returns: (state: string) =>
      new Promise<string>((resolve) => {
        server.on('request', ({ url = '/' }, response) => {
          const returned = new URL(url, redirectUri);
          if (returned.searchParams.get('state') !== state) return void response.writeHead(404).end();
          const said = returned.searchParams.has('code')
            ? 'You are signed in. Close this page and return to the terminal.'
            : 'You declined.';
          response
            .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
            .end(said);
          resolve(returned.href);
        });
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
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
