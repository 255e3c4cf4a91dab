import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { test } from '../../../test/app.ts';
import { mountBoth, type Mounted } from '../../../test/routes.ts';

/** A second-level heading with the types of the blocks below it. */
interface Section {
  title: string;
  text: string;
  blocks: string[];
}

interface Outline {
  title: string;
  /** The types of the blocks between the title and the first section. */
  opening: string[];
  sections: Section[];
}

/** Reads a document with one first-level heading, which is its first block. */
function outlineOf(text: string): Outline {
  assert.doesNotMatch(
    text.trimEnd(),
    /\n\n\n/,
    'an empty line more than Markdown needs shows that a line is missing',
  );
  const outline: Outline = { title: '', opening: [], sections: [] };
  const tokens = new MarkdownIt().parse(text, {});
  for (const [index, { type, tag, level, content }] of tokens.entries()) {
    const section = outline.sections.at(-1);
    if (type === 'heading_open' && level === 0) {
      const title = tokens[index + 1]?.content ?? '';
      assert.equal(tag === 'h1', index === 0, `${tag} ${title}`);
      if (tag === 'h1') outline.title = title;
      else if (tag === 'h2') outline.sections.push({ title, text: '', blocks: [] });
      else section?.blocks.push(tag);
    } else if (level === 0 && !type.endsWith('_close')) (section?.blocks ?? outline.opening).push(type);
    if (section && tokens[index - 1]?.type !== 'heading_open') section.text += `${content}\n`;
  }
  outline.opening = outline.opening.filter((type) => type !== 'inline');
  for (const { title, blocks } of outline.sections) assert.notEqual(blocks.length, 0, `${title} is empty`);
  return outline;
}

const read = async ({ server }: Mounted, url: string, headers: Record<string, string> = {}) => {
  const answer = await server.inject({ url, headers });
  assert.equal(answer.statusCode, 200, url);
  return answer.body;
};

test('llms.txt of each service is a title, a quote and lists of links that resolve', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const services = { plaza, hop };
  for (const [name, service] of Object.entries(services)) {
    const text = await read(service, '/llms.txt', { host: `${name}.test` });
    const { opening, sections } = outlineOf(text);
    assert.equal(opening[0], 'blockquote_open', name);
    assert.ok(sections.length > 1, name);
    for (const { title, text, blocks } of sections) {
      assert.deepEqual(blocks, ['bullet_list_open'], title);
      for (const line of text.split('\n').filter(Boolean)) assert.match(line, /^\[[^\]]+\]\(http[^)]+\): ./);
    }
    for (const [, address = ''] of text.matchAll(/\]\(([^)]*)\)/g)) {
      const { origin, pathname, search } = new URL(address);
      assert.equal(origin, `http://${name}.test`, address);
      await read(service, pathname + search, { host: `${name}.test` });
    }
  }
  const guide = await read(plaza, '/llms.txt');
  for (const path of [
    '/auth.md',
    '/.well-known/agent-card.json',
    '/.well-known/mcp/server-card.json',
    '/.well-known/x402',
  ])
    assert.ok(guide.includes(`](http://plaza.test${path})`), path);
  await Promise.all([plaza.server.close(), hop.server.close()]);
});

test('llms-full.txt tells agents to register, and apps to sign people in', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const text = await read(plaza, '/llms-full.txt');
  const { opening, sections } = outlineOf(text);
  assert.equal(opening[0], 'blockquote_open');
  const section = (title: string) => sections.find((each) => each.title === title)?.text ?? '';
  for (const said of ['/agent/identity', '/agent/identity/claim', '/oauth2/token', 'Authorization: Bearer'])
    assert.ok(section('Credentials of agents').includes(said), said);
  assert.doesNotMatch(section('When to use what'), /agent.*(sign-in|signin)/);
  assert.match(section('Credentials of apps'), /x-auth-token/);
  await Promise.all([plaza.server.close(), hop.server.close()]);
});

test('auth.md has its eight steps, with commands', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const { title, sections } = outlineOf(await read(plaza, '/auth.md'));
  assert.match(title, /auth\.md/);
  assert.deepEqual(
    sections.map(({ title }) => title),
    [
      '1. Discover',
      '2. Pick a method',
      '3. Register',
      '4. Claim',
      '5. Exchange',
      '6. Use',
      '7. Errors',
      '8. Revocation',
    ],
  );
  for (const number of [3, 4, 5, 6, 8])
    assert.ok(sections[number - 1]?.blocks.includes('fence'), `${number} has a command`);
  await Promise.all([plaza.server.close(), hop.server.close()]);
});

test('every other document in Markdown has a title and no missing lines', async (app) => {
  const { plaza, hop } = await mountBoth(app);
  const markdown = { accept: 'text/markdown' };
  for (const path of ['/', '/trending', '/articles', '/questions', '/forums', '/glossary'])
    outlineOf(await read(plaza, path, markdown));
  outlineOf(await read(hop, '/', { ...markdown, host: 'hop.test' }));
  const { skills } = JSON.parse(await read(plaza, '/.well-known/agent-skills/index.json')) as {
    skills: { url: string }[];
  };
  assert.ok(skills.length > 0);
  for (const { url } of skills) {
    const [, front = '', text = ''] =
      /^---\n(.*?)\n---\n\n(.*)$/s.exec(await read(plaza, new URL(url).pathname)) ?? [];
    assert.match(front, /^name: .+\ndescription: .+$/);
    outlineOf(text);
  }
  await Promise.all([plaza.server.close(), hop.server.close()]);
});
