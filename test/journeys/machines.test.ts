// Public content for machines: every address of the sitemap is requested as a page and as Markdown.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { TestApp } from '../app.ts';
import { testPlaza, type Plaza, type World } from '../ask-plaza.ts';
import { emptyContent } from '../../src/social/posts/post.ts';
import { addArticle } from '../../src/social/articles/articles.ts';
import { addComment } from '../../src/social/comments/comments.ts';
import { addReply, startThread } from '../../src/social/forums/threads/posting.ts';
import { addForum, addSection } from '../../src/social/forums/forums.ts';
import { saveTerm } from '../../src/social/glossary/terms.ts';
import { addPage } from '../../src/social/pages/editing.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { acceptAnswer, addAnswer } from '../../src/social/questions/answers.ts';
import { askQuestion } from '../../src/social/questions/questions.ts';

type Node = Readonly<Record<string, unknown>>;
interface JsonLd {
  expand(document: object, options: object): Promise<Node[]>;
}
const jsonld = createRequire(import.meta.url)('jsonld') as JsonLd;
/** Names resolve to schema.org without any requests. */
const documentLoader = (url: string) => ({
  contextUrl: null,
  documentUrl: url,
  document: { '@context': { '@vocab': 'http://schema.org/' } },
});

const base = 'http://plaza.test';
/** The properties that major consumers of structured data require for each type. */
const needed: Readonly<Record<string, readonly string[]>> = {
  SocialMediaPosting: ['url', 'author', 'datePublished', 'articleBody'],
  BlogPosting: ['headline', 'author', 'datePublished', 'url'],
  Article: ['headline', 'author', 'datePublished', 'url'],
  DiscussionForumPosting: ['headline', 'author', 'datePublished', 'url', 'text'],
  Comment: ['text', 'author', 'datePublished'],
  QAPage: ['mainEntity'],
  Question: ['name', 'answerCount', 'datePublished', 'author'],
  Answer: ['text', 'url', 'upvoteCount', 'author', 'datePublished'],
  ProfilePage: ['mainEntity'],
  Person: ['name'],
  Organization: ['name', 'url'],
  DefinedTerm: ['name', 'description', 'inDefinedTermSet'],
};

async function publishAll({ app, olga, ada, bob }: World & { app: TestApp }) {
  const text = 'Some **text** about #tea, by @bob and others, with </script><script>alert(1)</script> in it.';
  const post = await publishPost(app, ada, { text, privacy: 'public', photos: [] });
  await addComment(app, bob, post, 'Well </script> said');
  const about = {
    ...emptyContent,
    text: `# Tea

${text}`,
    tags: 'tea',
  };
  await addArticle(app, ada, { ...about, title: 'On <tea>', privacy: 'public' });
  const page = await addPage(app, bob, {
    username: 'teahouse',
    title: 'The <Tea> House',
    category: '',
    about: text,
    website: '',
  });
  await publishPost(app, bob, { text: `Open at nine. ${text}`, privacy: 'public', pageId: page, photos: [] });
  const section = await addSection(app, olga, 'Drinks');
  const forum = await addForum(app, olga, {
    sectionId: section,
    parentId: null,
    title: 'Tea',
    description: 'All of it',
  });
  const thread = await startThread(app, ada, {
    forumId: forum,
    title: 'Which pot?',
    text: `Iron? ${text}`,
    follows: true,
  });
  await addReply(app, bob, { threadId: thread, text: 'Clay', follows: false });
  const question = await askQuestion(app, ada, { title: 'How hot?', text: `Degrees, ${text}`, tags: 'tea' });
  await acceptAnswer(app, ada, await addAnswer(app, bob, question, 'About 80 °C'));
  await addAnswer(app, olga, question, 'Hotter');
  const [aliases, seeAlso] = ['Chai', ''];
  await saveTerm(app, olga, { name: 'Tea', aliases, definition: `A **drink**. ${text}`, seeAlso, sets: [] });
}

async function listed(plaza: Plaza): Promise<string[]> {
  const locations = async (path: string) =>
    Array.from((await plaza.page(undefined, path)).text.matchAll(/<loc>([^<]*)<\/loc>/g), ([, address]) =>
      (address ?? '').replace(base, ''),
    );
  const lists = await locations('/sitemap.xml');
  return (await Promise.all(lists.map(locations))).flat();
}

testPlaza('every address of the sitemap is a page for people and for machines', async (world) => {
  const { plaza } = world;
  await publishAll(world);
  const paths = await listed(plaza);
  const kinds = new Set<string>();
  const wrong: string[] = [];
  for (const path of paths) {
    const found = await getRoutes(plaza, path).catch((error: unknown) => {
      wrong.push((error as Error).message);
      return [];
    });
    for (const kind of found) kinds.add(kind);
  }
  assert.deepEqual(wrong, []);
  for (const kind of [
    'SocialMediaPosting',
    'DiscussionForumPosting',
    'QAPage',
    'ProfilePage',
    'Answer',
    'Comment',
    'DefinedTerm',
    'Organization',
  ])
    assert.ok(kinds.has(kind), `${kind} is on some page`);
  assert.ok(kinds.has('Article') || kinds.has('BlogPosting'));
});

/**
 * Checks a page as signed-out visitors see it, as HTML and as Markdown. Returns the types in its structured
 * data.
 */
async function getRoutes(plaza: Plaza, path: string): Promise<string[]> {
  const { status, headers, text } = await plaza.page(undefined, path);
  assert.equal(status, 200, `${path}: ${status}`);
  assert.doesNotMatch(text, /<meta name="robots" content="noindex/, `${path} has noindex`);
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1];
  assert.equal(canonical ?? base + path, base + path, `${path} has another canonical address`);
  assert.doesNotMatch(text, /<script>alert/, `${path} runs an injected script`);
  if (!isContent.test(path)) return [];
  assert.ok(canonical, `${path} has no canonical address`);
  assert.match(text, /<meta property="og:title" content="[^"]+"/, `${path} has no Open Graph`);
  assert.match(String(headers.vary), /Accept/, `${path} does not vary by Accept`);
  const twin = await plaza.page(undefined, path, { accept: 'text/markdown' });
  assert.equal(twin.status, 200, `${path} as Markdown: ${twin.status}`);
  assert.match(String(twin.headers['content-type']), /^text\/markdown/, `${path} has no Markdown`);
  assert.doesNotMatch(twin.text, /^<(div|p|html)[ >]/m, `${path} contains HTML instead of Markdown`);
  const kinds = await Promise.all(dataIn(text).map((data) => check(data, path)));
  return kinds.flat();
}

const isContent = /^\/(@|posts\/|articles\/\d|forums\/threads\/|questions\/\d|pages\/\w|glossary\/\w)/;

const dataIn = (text: string) =>
  Array.from(
    text.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g),
    ([, data]) => JSON.parse(data ?? '') as Node,
  );

/** Checks the required properties. Returns the types. */
async function check(data: Node, path: string): Promise<string[]> {
  const expanded = await jsonld.expand(data, { documentLoader });
  assert.ok(expanded.length > 0, `${path}: empty structured data`);
  return Array.from(nodesIn(data), (node) => {
    const type = String(node['@type']);
    for (const name of needed[type] ?? [])
      assert.ok(node[name] !== undefined && node[name] !== '', `${path}: ${type} without ${name}`);
    if (type === 'Question' && Number(node.answerCount) > 0)
      assert.ok(node.acceptedAnswer ?? node.suggestedAnswer, `${path}: a question without its answers`);
    return type;
  });
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('@type' in value) yield value;
  for (const each of Object.values(value)) yield* nodesIn(each);
}
