// The programs as people and scripts use them: installed, in pipes, in a terminal, and signed in by a browser.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createAccessKey } from '../../src/identity/access-keys.ts';
import { insertClicks, clickLines, sampleClick } from '../../src/links/clicks/spool/insert-clicks.ts';
import type { Viewer } from '../../src/platform/app.ts';
import { decideByForm } from '../peers/consent.ts';
import { startServices, type Services } from '../services.ts';
import { addPerson, cookiesOf } from '../world.ts';
import { installPackage } from './install-package.ts';

describe('the command line', () => {
  let services: Services;
  let installed: Awaited<ReturnType<typeof installPackage>>;
  let ada: Viewer;
  let key: string;
  before(async () => {
    services = await startServices({ HOP_RATE_LIMIT: '1000' });
    installed = await installPackage('cli');
    ada = await addPerson(services.app, 'ada');
    await addPerson(services.app, 'bob');
    key = await createAccessKey(services.app, ada.id);
  });
  after(async () => {
    await installed.remove();
    await services.stop();
  });

  /** Runs a program. `typed` is piped in; `seen` is called with what it has printed so far. */
  async function run(
    program: 'hop' | 'plaza',
    words: string[],
    {
      typed = '',
      seen,
      env = {},
    }: { typed?: string; seen?: (text: string) => void; env?: Record<string, string> } = {},
  ) {
    const child = spawn(
      process.execPath,
      [join(installed.folder, `node_modules/@plaza/cli/dist/${program}.js`), ...words],
      {
        cwd: installed.folder,
        env: { PATH: process.env.PATH, XDG_CONFIG_HOME: join(installed.folder, 'config'), ...env },
      },
    );
    let [out, error] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      error += text;
      seen?.(error);
    });
    child.stdin.end(typed);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, out, error, lines: out.trimEnd().split('\n') };
  }
  const hop = (words: string[], options?: Parameters<typeof run>[2]) =>
    run('hop', words, { ...options, env: { HOP_URL: services.hop, HOP_KEY: key, ...options?.env } });
  /** What is on the screen of a terminal in which the answer is typed after the question. */
  async function inTerminal(words: string[], typed = '') {
    const program = join(installed.folder, 'node_modules/@plaza/cli/dist/hop.js');
    const terminal = spawn('script', ['-qec', [process.execPath, program, ...words].join(' '), '/dev/null'], {
      env: { PATH: process.env.PATH, TERM: 'xterm', HOP_URL: services.hop, HOP_KEY: key },
    });
    let screen = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
      if (typed !== '' && screen.endsWith(': ')) terminal.stdin.write(typed);
    });
    await new Promise((resolve) => terminal.on('close', resolve));
    return screen;
  }

  it('shortens, lists, shows, edits and deletes', async () => {
    const made = await hop([
      'shorten',
      'https://example.com/spring',
      '--alias',
      'spring',
      '--utm-source',
      'mail',
    ]);
    assert.deepEqual([made.code, made.out], [0, `${services.hop}/spring\n`], made.error);
    const listed = await hop(['list', '--json']);
    const [link] = listed.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.equal(link?.longurl, 'https://example.com/spring?utm_source=mail');
    assert.match((await hop(['list'])).out, /^\d+ +http:\/\/localhost:\d+\/spring /, 'no heading in a pipe');
    assert.match((await hop(['show', 'spring'])).out, /longurl +https:\/\/example\.com\/spring/);
    assert.equal((await hop(['edit', 'spring', '--url', 'https://example.com/new'])).code, 0);
    assert.match((await hop(['show', `${services.hop}/spring`])).out, /https:\/\/example\.com\/new/);
    assert.equal(
      (JSON.parse((await hop(['stats', 'spring', '--json'])).out) as { clicks: number }).clicks,
      0,
    );
    const unasked = await hop(['rm', 'spring']);
    assert.deepEqual([unasked.code, unasked.error], [2, 'Confirm with --yes\n']);
    assert.equal((await hop(['rm', 'spring', '--yes'])).code, 0);
    const gone = await hop(['show', 'spring']);
    assert.equal(gone.code, 1);
    assert.match(gone.error, /not found/i);
  });

  it('refuses mistakes with 2 and says what is right, and what the service refuses with 1', async () => {
    for (const [words, message] of [
      [['shorten'], /Usage: hop shorten URL/],
      [['frobnicate'], /no command “frobnicate”/],
      [['list', '--nothing'], /--help/],
      [['list', '--limit', 'x'], /--limit is a number/],
    ] as const) {
      const { code, error, out } = await hop([...words]);
      assert.equal(code, 2, words.join(' '));
      assert.match(error, message);
      assert.equal(out, '');
    }
    const refused = await hop(['shorten', 'nowhere']);
    assert.equal(refused.code, 1);
    const unknown = await run('hop', ['list'], { env: { HOP_URL: services.hop, HOP_KEY: 'wrong' } });
    assert.deepEqual([unknown.code, unknown.error.includes('login')], [1, true]);
    const nowhere = await run('hop', ['list']);
    assert.match(nowhere.error, /not signed in/);
  });

  it('imports and exports CSV, and says which lines were refused', async () => {
    const file = join(installed.folder, 'links.csv');
    await writeFile(
      file,
      '\uFEFFurl,alias,title\r\n"https://example.com/a,b",one,"A ""title"""\r\nnowhere,two,\r\n',
    );
    const imported = await hop(['import', file]);
    assert.equal(imported.code, 1);
    assert.match(imported.out, /^3 +nowhere/);
    assert.match(imported.error, /1 of 2 links were created/);
    const { lines } = await hop(['export']);
    assert.equal(lines[0], 'id,shorturl,url,alias,title,clicks,date');
    assert.match(lines[1] ?? '', /,"https:\/\/example\.com\/a,b",one,"A ""title""",0,/);
  });

  it('imports what it has exported', async () => {
    await hop(['shorten', 'https://example.com/back', '--alias', 'back', '--title', '=1+1']);
    const [heading = '', line = ''] = (await hop(['export'])).lines;
    assert.match(line, /,https:\/\/example\.com\/back,back,'=1\+1,/);
    await hop(['rm', 'back', '--yes']);
    const file = join(installed.folder, 'exported.csv');
    await writeFile(file, `${heading}\n${line}\n`);
    const { code, error } = await hop(['import', file]);
    assert.equal(code, 0, error);
    const [again] = (await hop(['export'])).lines.slice(1);
    assert.match(again ?? '', /,https:\/\/example\.com\/back,back,'=1\+1,/);
    assert.match((await hop(['show', 'back'])).out, /title +=1\+1/);
  });

  it('prints clicks as they happen', async () => {
    const { out } = await hop(['shorten', 'https://example.com/tail', '--alias', 'tail', '--json']);
    const { id } = JSON.parse(out) as { id: number };
    const click = sampleClick({ linkId: String(id), referrer: 'news.example' });
    await insertClicks(services.app, clickLines(click));
    const shown = await hop(['tail', '--limit', '1', '--json']);
    const [line = ''] = shown.lines;
    assert.partialDeepStrictEqual(JSON.parse(line) as object, {
      link: id,
      country: 'DE',
      referrer: 'news.example',
    });
    const row = await hop(['tail', '-n', '1']);
    assert.match(row.out, /\/tail +DE +.*news\.example\n$/);
    assert.equal((await hop(['tail', '--after', 'x'])).code, 2);
    const wrong = await run('hop', ['tail'], { env: { HOP_URL: services.hop, HOP_KEY: 'wrong' } });
    assert.deepEqual([wrong.code, wrong.error.includes('login')], [1, true]);
  });

  it('saves a QR code', async () => {
    const file = join(installed.folder, 'code.svg');
    const { code, error } = await hop(['qr', 'https://example.com/poster', '--out', file]);
    assert.equal(code, 0, error);
    assert.match(await readFile(file, 'utf8'), /<svg/);
  });

  it('imports the links of another service by its token, which no command line shows', async (context) => {
    const links = ['d1', 'd2', 'dashboard'].map((key) => ({
      ...{ id: `link_${key}`, domain: 'dub.sh', key, shortLink: `https://dub.sh/${key}` },
      url: `https://example.com/dub/${key}`,
    }));
    const asked: unknown[] = [];
    context.mock.method(
      services.app.outbound,
      'fetch',
      (url: string, { headers = {} }: { headers?: object } = {}) => {
        const { authorization } = headers as { authorization?: string };
        // A job reads the titles of links meanwhile.
        if (url.startsWith('https://api.dub.co/')) asked.push(authorization);
        const isRefused = authorization === 'Bearer wrong';
        return Promise.resolve({
          url,
          headers: {},
          status: isRefused ? 401 : 200,
          body: Buffer.from(JSON.stringify(links)),
        });
      },
    );
    const from = (words: string[], token?: string) =>
      hop(['import', '--from', 'dub', ...words], { env: token === undefined ? {} : { DUB_API_KEY: token } });
    const tried = await from(['--dry-run'], 'token');
    assert.deepEqual([tried.code, tried.error], [0, '2 of 3 links would be created\n'], tried.error);
    assert.match(tried.out, /^3 +https:\/\/example\.com\/dub\/dashboard +.*reserved/);
    const imported = await from([], 'token');
    assert.deepEqual([imported.code, imported.error], [1, '2 of 3 links were created\n']);
    assert.match((await hop(['show', 'd2'])).out, /longurl +https:\/\/example\.com\/dub\/d2/);
    const again = await from(['--rename', '--json'], 'token');
    assert.deepEqual(
      [again.code, again.error],
      [1, '2 of 3 links were created\n'],
      'a reserved alias stays refused',
    );
    assert.partialDeepStrictEqual(JSON.parse(again.out) as object, { row: '3', field: 'custom' });
    const refused = await from([], 'wrong');
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(refused.error, /does not accept this API key/);
    assert.deepEqual([...new Set(asked)], ['Bearer token', 'Bearer wrong']);
    const { rows } = await sql`select 1 from links.import`.execute(services.app.db);
    assert.equal(rows.length, 2, 'nothing is left of those that were not started');
    const unset = await from([]);
    assert.deepEqual([unset.code, unset.error], [2, 'Set DUB_API_KEY\n']);
    for (const words of [
      ['import'],
      ['import', 'links.csv', '--from', 'dub'],
      ['import', '--from', 'tinyurl'],
    ])
      assert.equal((await hop(words)).code, 2, words.join(' '));
    const shown = await inTerminal(['import', '--from', 'dub', '--dry-run'], 'token\r');
    assert.match(shown, /Token of your account at dub.*: \r?\n[^]*would be created/);
    assert.doesNotMatch(shown, /token/);
  });

  it('signs in by the browser, keeps the token to its owner, posts what is piped in, and signs out', async () => {
    const cookie = await cookiesOf(services.app, ada);
    let approved: Promise<unknown> | undefined;
    const seen = (text: string) => {
      const page = /http\S+\/oauth2\/authorize\?\S+/.exec(text)?.[0];
      if (page) approved ??= decideByForm(page, cookie).then((back) => fetch(back));
    };
    const signedIn = await run('plaza', ['login', services.plaza, '--no-browser'], { seen });
    assert.equal(signedIn.code, 0, signedIn.error);
    await approved;
    const file = join(installed.folder, 'config/plaza/config.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const posted = await run('plaza', ['post'], { typed: 'From a pipe\n' });
    assert.equal(posted.code, 0, posted.error);
    assert.match((await run('plaza', ['feed'])).out, /ada +From a pipe +http/);
    interface Stored {
      plaza: { session: { refreshToken: string; accessToken: string; expiresAt: number } };
    }
    const stored = async () => JSON.parse(await readFile(file, 'utf8')) as Stored;
    const before = await stored();
    before.plaza.session.expiresAt = 0;
    await writeFile(file, JSON.stringify(before));
    // A refresh token works once: two programs at the same time share what one of them gets.
    for (const { code, error } of await Promise.all([1, 2, 3].map(() => run('plaza', ['feed']))))
      assert.equal(code, 0, error);
    const { session } = (await stored()).plaza;
    assert.notEqual(session.refreshToken, before.plaza.session.refreshToken);
    assert.ok(session.expiresAt > Date.now());
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const asked = await run('plaza', ['ask', 'How', 'is', 'it?'], { typed: 'Tell me all about it.' });
    assert.equal(asked.code, 0, asked.error);
    const sent = await run('plaza', ['chat', '@bob', 'Hello there']);
    assert.equal(sent.code, 0, sent.error);
    const tool = await run('plaza', ['tool', 'sha256-generator', 'text=abc']);
    assert.deepEqual([tool.code, tool.error.includes('sold per call')], [1, true], tool.error);
    assert.equal((await run('plaza', ['logout'])).code, 0);
    assert.match((await run('plaza', ['feed'])).error, /not signed in/);
    // One key of 64 begins so.
    assert.equal((await run('hop', ['login', services.hop, '--key', '-key'])).code, 0);
    assert.match(await readFile(file, 'utf8'), /"token": "-key"/);
    assert.equal((await run('hop', ['login', services.hop, '--key', '--json'])).code, 2);
    assert.equal((await run('hop', ['logout'])).code, 0);
  });

  it('shows a heading and colors in a terminal, and completes in bash', async () => {
    await hop(['shorten', 'https://example.com/terminal', '--alias', 'terminal']);
    const shown = await inTerminal(['list']);
    assert.match(shown, /\u001b\[1mID +SHORTURL/);
    const { out } = await hop(['completion', 'bash']);
    const shell = spawn('bash', [
      '-c',
      `${out}\nCOMP_WORDS=(hop sho); COMP_CWORD=1; _hop; echo "\${COMPREPLY[@]}"`,
    ]);
    assert.equal((await new Response(shell.stdout as never).text()).trim(), 'shorten show');
  });
});
