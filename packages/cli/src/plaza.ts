#!/usr/bin/env node
import { Plaza } from '../../sdk/src/plaza.ts';
import package_ from '../package.json' with { type: 'json' };
import { runProgram, UsageError, type Command, type Given } from './command.ts';
import { findProfile, patience } from './config.ts';
import { loginCommands } from './login.ts';
import { printRecord, printTable } from './output.ts';

async function open(): Promise<Plaza> {
  const { baseUrl, token } = await findProfile('plaza');
  return new Plaza({ baseUrl, accessToken: token, ...patience });
}

/** The words as one text, or what is piped in. */
async function textOf({ words }: Pick<Given, 'words'>): Promise<string> {
  const text = words.length > 0 ? words.join(' ') : await piped();
  if (text.trim() === '') throw new UsageError('Give a text, or pipe one in');
  return text.trimEnd();
}

/** What is piped in. Nothing in a terminal. */
async function piped(): Promise<string> {
  if (process.stdin.isTTY) return '';
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) text += part;
  return text;
}

const shown = (post: { post_id: string; text: string; author?: unknown; time: string; url: string }) => ({
  ...post,
  author: (post.author as { user_name?: string } | undefined)?.user_name ?? '',
});

const commands: Command[] = [
  ...loginCommands('plaza'),
  {
    name: 'post',
    words: '[TEXT…]',
    about: 'Publish a post',
    options: {
      privacy: { type: 'string', value: 'AUDIENCE', about: 'public (default), friends or me' },
      warning: { type: 'string', value: 'TEXT', about: 'A content warning' },
    },
    run: async (given) => {
      const { privacy = 'public', warning } = given.options;
      const post = await (
        await open()
      ).posts.create({
        text: await textOf(given),
        privacy: privacy as 'public',
        ...(typeof warning === 'string' && { warning }),
      });
      if (given.options.json) printRecord(post, true);
      else console.log(post.url);
    },
  },
  {
    name: 'ask',
    words: 'TITLE…',
    about: 'Ask a question. More text is read from a pipe.',
    run: async ({ words, options }) => {
      const question = await (await open()).questions.ask({ title: words.join(' '), text: await piped() });
      if (options.json) printRecord(question, true);
      else console.log(question.url);
    },
  },
  {
    name: 'search',
    words: 'WORDS…',
    about: 'Search posts, people, articles and so on',
    options: {
      type: { type: 'string', value: 'TYPE', about: 'posts (default), people, articles, threads, questions' },
    },
    run: async ({ words, options }) => {
      const type = (options.type ?? 'posts') as 'people' | 'posts' | 'articles' | 'threads' | 'questions';
      const found = (await (await open()).search({ q: words.join(' '), type }))[type];
      if (!Array.isArray(found))
        throw new UsageError('--type is posts, people, articles, threads or questions');
      const columns = type === 'people' ? ['user_name', 'user_fullname', 'url'] : ['url', 'title', 'text'];
      printTable(found, columns, options.json);
    },
  },
  {
    name: 'feed',
    about: 'Your home feed, newest first',
    options: { limit: { type: 'string', short: 'n', value: 'N', about: 'At most so many (20)' } },
    run: async ({ options }) => {
      const limit = Number(options.limit ?? 20);
      if (!(limit > 0)) throw new UsageError('--limit is a number');
      const posts: object[] = [];
      for await (const post of (await open()).posts.feed()) {
        posts.push(options.json ? post : shown(post));
        if (posts.length >= limit) break;
      }
      printTable(posts, ['time', 'author', 'text', 'url'], options.json);
    },
  },
  {
    name: 'chat',
    words: 'USERNAME [TEXT…]',
    about: 'Send a message',
    run: async ({ words: [username = '', ...words], options }) => {
      const plaza = await open();
      const { user_id } = (await plaza.people.profile({ username: username.replace(/^@/, '') })) as {
        user_id: string;
      };
      const sent = await plaza.chat.send({ recipients: [user_id], message: await textOf({ words }) });
      printRecord(options.json ? (sent as object) : { sent: true }, options.json);
    },
  },
  {
    name: 'tool',
    words: 'NAME [FIELD=VALUE…]',
    about: 'Run a tool of the toolkit, which is sold per call',
    run: async ({ words: [name = '', ...fields], options }) => {
      const input = Object.fromEntries(
        fields.map((field) => {
          const at = field.indexOf('=');
          if (at < 1) throw new UsageError(`“${field}” is not FIELD=VALUE`);
          return [field.slice(0, at), field.slice(at + 1)];
        }),
      );
      printRecord(await (await open()).tools.run(name, input), options.json);
    },
  },
  {
    name: 'audit',
    words: 'URL',
    about: 'Audit a website, which is sold per call',
    run: async ({ words: [url = ''], options }) =>
      printRecord(await (await open()).tools.audit(url), options.json),
  },
];

await runProgram('plaza', package_.version, commands);
