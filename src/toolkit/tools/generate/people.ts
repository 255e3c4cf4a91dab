import { randomInt, randomUUID } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';
import { escape } from '../../../web/html.ts';

const first =
  'Ada Alan Amara Aya Björn Chen Clara Diego Elena Farah Grace Hana Ibrahim Ines Jamal Kai Lena Linus Maya Mei Noor Olga Omar Priya Quinn Rosa Sven Tariq Uma Yuki'.split(
    ' ',
  );

const last =
  'Adams Berg Costa Diaz Evans Fischer García Haddad Ito Jensen Khan Lopez Martin Novak Okafor Patel Quist Rossi Silva Tanaka Ueda Vargas Weber Xu Young Zhang'.split(
    ' ',
  );

const cities =
  'Amsterdam Berlin Cairo Dakar Edinburgh Florence Geneva Hanoi Istanbul Jakarta Kyoto Lisbon Montreal Nairobi Oslo Porto Quito Riga Seoul Tunis'.split(
    ' ',
  );

const adjectives =
  'amber brave calm clever cosmic daring eager fuzzy gentle golden happy jolly keen lucky mellow misty noble quick quiet rapid shiny silent silver sunny swift tidy vivid witty'.split(
    ' ',
  );

const nouns =
  'badger beacon comet coral falcon fern fox harbor heron island lantern lynx maple meadow otter owl panda pebble pine puffin quill river robin sparrow spruce tiger willow wren'.split(
    ' ',
  );

export default [
  tool({
    slug: 'fake-data-generator',
    title: 'Test data generator',
    summary: 'Generate fictional people for tests',
    keywords: 'fake mock sample data names emails',
    input: { count: input.optional(input.integer('Rows', 5, 1, 500)) },
    output: {
      people: output.table('People', {
        id: output.text('ID'),
        name: output.text('Name'),
        email: output.text('Email'),
        city: output.text('City'),
        born: output.text('Born'),
      }),
    },
    run: ({ count }) => {
      const pick = (list: readonly string[]) => list[randomInt(list.length)] ?? '';
      const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const people = Array.from({ length: count }, () => {
        const [given, family] = [pick(first), pick(last)];
        const born = new Date(Date.UTC(randomInt(1945, 2008), randomInt(12), randomInt(1, 29)))
          .toISOString()
          .slice(0, 10);
        return {
          id: randomUUID(),
          name: `${given} ${family}`,
          email: `${plain(given)}.${plain(family)}@example.com`,
          city: pick(cities),
          born,
        };
      });
      return { people };
    },
  }),
  tool({
    slug: 'username-generator',
    title: 'User name generator',
    summary: 'Create memorable usernames',
    keywords: 'nickname handle',
    input: {
      count: input.optional(input.integer('Count', 5, 1, 100)),
      style: input.choice('Style', ['kebab', 'snake', 'camel', 'plain'], 'camel'),
      number: input.flag('With a number', true),
    },
    output: { usernames: output.list('User names') },
    run: ({ count, style, number }) => {
      const pick = (list: readonly string[]) => list[randomInt(list.length)] ?? '';
      const join = (a: string, b: string) => {
        if (style === 'camel') return a + (b[0] ?? '').toUpperCase() + b.slice(1);
        return a + { kebab: '-', snake: '_', plain: '' }[style] + b;
      };
      return {
        usernames: Array.from(
          { length: count },
          () => join(pick(adjectives), pick(nouns)) + (number ? String(randomInt(10, 100)) : ''),
        ),
      };
    },
  }),
  tool({
    slug: 'signature-generator',
    title: 'Email signature generator',
    summary: 'Create an email signature in HTML',
    input: {
      name: input.line('Name', 'Ada Lovelace', { max: 100 }),
      role: input.optional(input.line('Role', 'Mathematician', { max: 100 }), ''),
      company: input.optional(input.line('Company', 'Analytical Engines', { max: 100 }), ''),
      email: input.optional(input.line('Email', 'ada@example.com', { max: 200 }), ''),
      phone: input.line('Phone', '', { max: 40 }),
      website: input.optional(input.line('Website', 'https://example.com', { max: 300 }), ''),
    },
    output: { html: output.code('HTML'), text: output.text('Plain text') },
    sample: {
      html: '<p style="font-family: sans-serif; font-size: 14px; line-height: 1.5">\n  <strong>Ada Lovelace</strong><br>\n  Mathematician, Analytical Engines<br>\n  <a href="mailto:ada@example.com">ada@example.com</a><br>\n  <a href="https://example.com">https://example.com</a>\n</p>',
      text: 'Ada Lovelace\nMathematician, Analytical Engines\nada@example.com\nhttps://example.com',
    },
    run: ({ name, role, company, email, phone, website }) => {
      if (website !== '' && !/^https?:\/\//i.test(website))
        throw invalid('website', 'Send an address with https://');
      const lines = [role && company ? `${role}, ${company}` : role || company, email, phone, website].filter(
        Boolean,
      );
      const link = (line: string) =>
        line === email
          ? `<a href="mailto:${escape(line)}">${escape(line)}</a>`
          : line === website
            ? `<a href="${escape(line)}">${escape(line)}</a>`
            : escape(line);
      return {
        html: `<p style="font-family: sans-serif; font-size: 14px; line-height: 1.5">\n  <strong>${escape(name)}</strong><br>\n  ${lines.map(link).join('<br>\n  ')}\n</p>`,
        text: [name, ...lines].join('\n'),
      };
    },
  }),
];
