import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An installation of GitHub Enterprise, as far as signing in goes. Whoever is `user` has approved the app. */
export interface PretendGitHub {
  issuer: string;
  user: { id: number; login: string; name: string | null };
  emails: { email: string; verified: boolean; primary: boolean }[];
  /** Goes to the address as a browser does. Returns where it leads back to. */
  approve(address: string): string;
  close(): void;
}

export async function startPretendGitHub(secret: string): Promise<PretendGitHub> {
  const codes = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const say = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/login/oauth/access_token') {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const challenge = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const shown = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        // As GitHub does: an error has the status 200.
        if (challenge !== shown || form.get('client_secret') !== secret)
          return void say(200, {
            error: 'bad_verification_code',
            error_description: 'The code is incorrect or expired.',
          });
        return void say(200, {
          access_token: 'gho_token',
          token_type: 'bearer',
          scope: 'read:user,user:email',
        });
      }
      if (request.headers.authorization !== 'Bearer gho_token')
        return void say(401, { message: 'Bad credentials' });
      if (request.url === '/api/v3/user') return void say(200, pretend.user);
      if (request.url === '/api/v3/user/emails') return void say(200, pretend.emails);
      say(404, { message: 'Not Found' });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const pretend: PretendGitHub = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: { id: 583231, login: 'octocat', name: 'The Octocat' },
    emails: [
      { email: 'private@users.example', verified: true, primary: false },
      { email: 'octocat@github.example', verified: true, primary: true },
    ],
    approve: (address) => {
      const { searchParams } = new URL(address);
      const code = crypto.randomUUID();
      codes.set(code, searchParams.get('code_challenge') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
      return back.href;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return pretend;
}
