#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import { Hop, type NewLink } from '../../sdk/src/hop.ts';
import package_ from '../package.json' with { type: 'json' };
import { confirm } from './ask.ts';
import { defined, runProgram, text, UsageError, type Command, type Given } from './command.ts';
import { findProfile, patience } from './config.ts';
import { importCommand } from './import.ts';
import { loginCommands, openInBrowser } from './login.ts';
import { printRecord, printRow, printTable } from './output.ts';
import { toCsv } from './csv.ts';

async function open(): Promise<Hop> {
  const { baseUrl, token } = await findProfile('hop');
  return new Hop({ baseUrl, key: token, ...patience });
}

const linkOptions = {
  alias: { type: 'string', short: 'a', value: 'ALIAS', about: 'What stands after the domain' },
  domain: { type: 'string', value: 'DOMAIN', about: 'One of your branded domains' },
  tag: { type: 'string', value: 'TAG', about: 'A tag; repeat it for several', multiple: true },
  expires: { type: 'string', value: 'TIME', about: 'YYYY-MM-DD HH:MM:SS, in UTC' },
  title: { type: 'string', value: 'TITLE', about: 'The title of the link' },
  password: { type: 'string', value: 'PASSWORD', about: 'Asked of visitors' },
  'utm-source': { type: 'string', value: 'WORD', about: 'Added to the destination' },
  'utm-medium': { type: 'string', value: 'WORD', about: 'Added to the destination' },
  'utm-campaign': { type: 'string', value: 'WORD', about: 'Added to the destination' },
} as const satisfies Command['options'];

/** The link that the options describe. */
function linkOf(url: string, given: Given): NewLink {
  const tags = given.options.tag;
  const to = URL.canParse(url) ? new URL(url) : undefined;
  for (const name of ['utm-source', 'utm-medium', 'utm-campaign']) {
    const value = text(given, name);
    if (value !== undefined) to?.searchParams.set(name.replace('-', '_'), value);
  }
  return {
    url: to?.href ?? url,
    ...defined({
      alias: text(given, 'alias'),
      domain: text(given, 'domain'),
      expiry: text(given, 'expires'),
    }),
    ...defined({ metatitle: text(given, 'title'), password: text(given, 'password') }),
    ...(Array.isArray(tags) && { tags }),
  };
}

/** The link of an id, an alias or a short URL. */
async function find(hop: Hop, word: string) {
  if (/^\d+$/.test(word)) return hop.links.get(word);
  const { baseUrl } = await findProfile('hop');
  const short = /^https?:\/\//.test(word) ? word : `${baseUrl}/${word}`;
  const found = await hop.call<{ id?: number; details?: object }>('GET', '/api/urls', { query: { short } });
  if (found.id === undefined) throw new Error(`${word} was not found`);
  return { ...found.details, id: found.id } as Awaited<ReturnType<typeof hop.links.get>>;
}

const columns = ['id', 'shorturl', 'longurl', 'clicks', 'date'];

const commands: Command[] = [
  ...loginCommands('hop'),
  {
    name: 'shorten',
    words: 'URL…',
    about: 'Shorten one or several URLs',
    options: linkOptions,
    run: async (given) => {
      const hop = await open();
      if (given.words.length > 1 && given.options.alias) throw new UsageError('An alias is for one URL');
      for (const url of given.words) {
        const { id, shorturl } = await hop.links.create(linkOf(url, given));
        if (given.options.json) printRecord({ id, shorturl, url }, true);
        else console.log(shorturl);
      }
    },
  },
  {
    name: 'list',
    about: 'List links, newest first',
    options: {
      search: { type: 'string', short: 'q', value: 'TEXT', about: 'Part of an alias, title or destination' },
      tag: { type: 'string', value: 'TAG', about: 'Only those with a tag' },
      limit: { type: 'string', short: 'n', value: 'N', about: 'At most so many (20)' },
      order: { type: 'string', value: 'ORDER', about: 'date, click, last or alias' },
    },
    run: async (given) => {
      const limit = Number(text(given, 'limit') ?? 20);
      if (!(limit > 0)) throw new UsageError('--limit is a number');
      const filter = defined({
        q: text(given, 'search'),
        tag: text(given, 'tag'),
        order: text(given, 'order'),
      });
      const rows: object[] = [];
      for await (const link of (await open()).links.list({ ...filter, limit: Math.min(limit, 100) })) {
        rows.push(link);
        if (rows.length >= limit) break;
      }
      printTable(rows, columns, given.options.json);
    },
  },
  {
    name: 'show',
    words: 'LINK',
    about: 'Show a link by its id, alias or short URL',
    run: async ({ words: [word = ''], options }) => {
      printRecord(await find(await open(), word), options.json);
    },
  },
  {
    name: 'edit',
    words: 'LINK',
    about: 'Change a link',
    options: { ...linkOptions, url: { type: 'string', value: 'URL', about: 'The new destination' } },
    run: async (given) => {
      const hop = await open();
      const link = await find(hop, given.words[0] ?? '');
      await hop.links.update(link.id, linkOf(text(given, 'url') ?? link.longurl, given));
      printRecord({ id: link.id, changed: true }, given.options.json);
    },
  },
  {
    name: 'rm',
    words: 'LINK…',
    about: 'Delete links',
    options: { yes: { type: 'boolean', short: 'y', about: 'Do not ask' } },
    run: async ({ words, options }) => {
      const hop = await open();
      if (!options.yes && !(await confirm(`Delete ${words.join(', ')}? [y/N] `))) return;
      for (const word of words) {
        const { id } = await find(hop, word);
        await hop.links.delete(id);
        printRecord({ id, deleted: true }, options.json);
      }
    },
  },
  {
    name: 'stats',
    words: 'LINK',
    about: 'Clicks of a link',
    options: {
      from: { type: 'string', value: 'DAY', about: 'YYYY-MM-DD' },
      to: { type: 'string', value: 'DAY', about: 'YYYY-MM-DD' },
      country: { type: 'string', value: 'CODE', about: 'Such as DE' },
    },
    run: async (given) => {
      const hop = await open();
      const { id } = await find(hop, given.words[0] ?? '');
      const filter = defined({
        from: text(given, 'from'),
        to: text(given, 'to'),
        country: text(given, 'country'),
      });
      printRecord(await hop.links.stats(id, filter), given.options.json);
    },
  },
  {
    name: 'tail',
    about: 'Print clicks as they happen, until Ctrl-C',
    options: {
      after: { type: 'string', value: 'NUMBER', about: 'Begin after this click instead of the latest 50' },
      limit: { type: 'string', short: 'n', value: 'N', about: 'End after so many' },
    },
    run: async (given) => {
      const [after, limit] = ['after', 'limit'].map((name) => {
        const value = text(given, name);
        if (value !== undefined && !/^\d{1,15}$/.test(value)) throw new UsageError(`--${name} is a number`);
        return value === undefined ? undefined : Number(value);
      });
      // The reader of a pipe may leave, as `head` does.
      process.stdout.on('error', () => process.exit(0));
      let left = limit ?? Infinity;
      for await (const click of (await open()).clicks.stream({ after })) {
        const { date, shorturl, country, device, browser, referrer } = click;
        if (given.options.json) console.log(JSON.stringify(click));
        else printRow([date, shorturl, country, device, browser, referrer], [19, 30, 2, 8, 10]);
        left -= 1;
        if (left <= 0) return;
      }
    },
  },
  {
    name: 'qr',
    words: 'URL',
    about: 'Create a QR code and print where its picture is, or save it',
    options: {
      name: { type: 'string', value: 'NAME', about: 'How you recognize it' },
      out: { type: 'string', short: 'o', value: 'FILE', about: 'A file that ends with .svg, .png or .pdf' },
    },
    run: async (given) => {
      const hop = await open();
      const [data = ''] = given.words;
      const { id, link } = await hop.qr.create({ type: 'link', data, name: text(given, 'name') ?? data });
      const out = text(given, 'out');
      if (out === undefined) return printRecord({ id, link }, given.options.json);
      const format = /\.(svg|png|pdf)$/.exec(out)?.[1];
      if (!format) throw new UsageError('--out ends with .svg, .png or .pdf');
      const answer = await fetch(`${link}.${format}`);
      if (!answer.ok) throw new Error(`${link}.${format} answered ${answer.status}`);
      await writeFile(out, new Uint8Array(await answer.arrayBuffer()));
      console.log(out);
    },
  },
  {
    name: 'open',
    words: 'LINK',
    about: 'Open the destination of a link in your browser',
    run: async ({ words: [word = ''] }) => {
      const { longurl } = await find(await open(), word);
      if (!/^https?:/.test(longurl)) throw new Error(`${longurl} is not a web address`);
      openInBrowser(longurl);
    },
  },
  importCommand(open),
  {
    name: 'export',
    about: 'Print all links as CSV, which import reads, or with --json as one object a line',
    run: async ({ options }) => {
      if (!options.json) console.log('id,shorturl,url,alias,title,clicks,date');
      for await (const link of (await open()).links.list({ limit: 1000 })) {
        const { id, shorturl, longurl, title, clicks, date } = link;
        const alias = decodeURIComponent(new URL(shorturl).pathname.slice(1));
        console.log(
          options.json ? JSON.stringify(link) : toCsv([id, shorturl, longurl, alias, title, clicks, date]),
        );
      }
    },
  },
];

await runProgram('hop', package_.version, commands);
