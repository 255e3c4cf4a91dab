// Refuses migrations that would lock a table that is in use, and requires each to say whether the version before it
// can use the schema after it: CONTRIBUTING.md, "Change a table".
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdIndex, directives, getMigrations, statementsOf, toMigration } from './migration-files.ts';

/** Migrations up to here are from before the rules. */
const lastFree = '202611261600';

/** A comment before a statement that is short because its table is. */
const isShort = /^-- short: .{10,}$/m;

const name = String.raw`(?:only )?(?:if exists )?(\w+\.\w+)`;

/** What locks a table for as long as it takes to read or write all of it, and what to do instead. */
const rules: [pattern: RegExp, instead: string][] = [
  [new RegExp(`^create (?:unique )?index (?!concurrently).*? on ${name}`), 'create the index concurrently'],
  [new RegExp(`^alter table ${name}.*\\badd (?:constraint \\w+ )?(?:check|foreign key)\\b(?!.*not valid)`), 'add the constraint `not valid`, and validate it in a later migration'],
  [new RegExp(`^alter table ${name}.*\\badd (?:constraint \\w+ )?(?:unique|primary key|exclude)\\b(?!.*using index)`), 'create a unique index concurrently, and add the constraint `using index`'],
  [new RegExp(`^alter table ${name}.*\\badd column\\b.*\\breferences\\b`), 'add the column alone, and the foreign key `not valid`'],
  [new RegExp(`^alter table ${name}.*\\badd column\\b.*\\b(?:default [\\w.]*\\(|default (?:current_|localtime)|generated|serial|bigserial)`), 'add a nullable column and fill it by a job in batches'],
  [new RegExp(`^alter table ${name}.*\\balter (?:column )?\\w+ (?:set data )?type\\b`), 'add a column and fill it by a job in batches'],
  [new RegExp(`^alter table ${name}.*\\bset not null\\b`), 'add a check constraint `not valid`, validate it, then set not null'],
  [new RegExp(`^alter table ${name}.*\\bset (?:logged|unlogged|tablespace|access method)\\b`), 'create another table'],
  [new RegExp(`^(?:update|delete from|truncate(?: table)?|lock(?: table)?|cluster|vacuum full) ${name}`), 'change rows by a job in batches'],
  [new RegExp(`^(?:with\\b.*?)\\b(?:update|delete from) ${name}`), 'change rows by a job in batches'],
  [/^reindex (?!.*concurrently)/, 'reindex concurrently'],
]; // prettier-ignore

/** What the version before, which still runs, does not survive. */
const breaking = /\b(?:drop (?:column|table|schema|function|type)|rename)\b|\bset not null\b/;

const plain = (statement: string) =>
  statement
    .replace(/^\s*--.*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Statements with the comments before them. Bodies of functions are one statement. */
const withComments = (text: string) =>
  text.split(/;\s*(?:\n|$)(?=(?:(?:[^$]|\$(?!\$))*\$\$(?:[^$]|\$(?!\$))*\$\$)*(?:[^$]|\$(?!\$))*$)/);

function mistakesOf(text: string): string[] {
  const { isCompatible, runsOutside } = toMigration('', text);
  const statements = withComments(text);
  const created = new Set(
    statements.flatMap(
      (each) => /^create (?:unlogged )?table (?:if not exists )?(\w+\.\w+)/.exec(plain(each))?.[1] ?? [],
    ),
  );
  const mistakes: string[] = [];
  if (isCompatible === text.includes(directives.breaking))
    mistakes.push(`say either “${directives.compatible}” or “${directives.breaking}”`);
  for (const each of statements) {
    const statement = plain(each);
    if (isCompatible && breaking.test(statement))
      mistakes.push(`older versions do not survive: ${statement}`);
    const isOutside = /\bconcurrently\b|\bvalidate constraint\b/.test(statement);
    if (isOutside && !runsOutside)
      mistakes.push(`outside a transaction (“${directives.outside}”): ${statement}`);
    if (isShort.test(each)) continue;
    for (const [pattern, instead] of rules) {
      const found = pattern.exec(statement);
      if (found && !created.has(found[1] ?? '')) mistakes.push(`${instead}: ${statement}`);
    }
  }
  if (runsOutside)
    for (const statement of statementsOf(text))
      if (
        !createdIndex(statement) &&
        !/^(?:drop index concurrently if exists|reindex \(?.*concurrently|alter table \S+ validate constraint)\b/i.test(
          statement,
        )
      )
        mistakes.push(
          `harmless the second time, such as “create index concurrently if not exists”: ${statement}`,
        );
  return mistakes;
}

test('no migration locks a table that is in use', async () => {
  for (const { name, text } of (await getMigrations()).filter(({ name }) => name > lastFree))
    assert.deepEqual(mistakesOf(text), [], name);
});

const refused = [
  'create index post_text on social.post (text);',
  'create unique index post_text\n  on social.post (text);',
  'alter table social.post add constraint fits check (length(text) < 9);',
  'alter table social.post add constraint author foreign key (author_id) references identity.account (id);',
  'alter table social.post add unique (text);',
  'alter table social.post add column other_id bigint references social.post (id);',
  'alter table social.post add column made_at timestamptz not null default clock_timestamp();',
  'alter table social.post add column short text generated always as (left(text, 9)) stored;',
  'alter table social.post alter column id type numeric;',
  'alter table social.post alter text set not null;',
  'alter table social.post set unlogged;',
  "update social.post set text = '';",
  'with old as (select 1) delete from social.post using old;',
  'delete from social.post;',
  'truncate social.post;',
  'lock table social.post;',
  'reindex table social.post;',
  'alter table social.post validate constraint fits;',
  'alter table social.post drop column text;',
  'alter table social.post rename column text to body;',
  'create index concurrently if not exists post_text on social.post (text);',
];
for (const statement of refused)
  test(`refuses: ${plain(statement)}`, () => {
    assert.notDeepEqual(mistakesOf(`${directives.compatible}\n${statement}\n`), []);
  });

const accepted = [
  'create table social.pin (id bigint primary key, text text not null);\ncreate index pin_text on social.pin (text);\nalter table social.pin add check (id > 0);',
  'alter table social.post add column short text;',
  "alter table social.post add column short text not null default '';",
  'alter table social.post add constraint fits check (length(text) < 9) not valid;',
  'create function social.f() returns trigger language plpgsql as $$\nbegin\n  update social.post set text = new.text;\n  return null;\nend $$;',
  '-- short: one row for each setting\nupdate system.setting set value = value;',
  `${directives.outside}\ncreate index concurrently if not exists post_text on social.post (text);\nalter table social.post validate constraint fits;`,
];
for (const text of accepted)
  test(`accepts: ${plain(text).slice(0, 80)}`, () => {
    assert.deepEqual(mistakesOf(`${directives.compatible}\n${text}\n`), []);
  });

test('requires a migration to say whether older versions can stay', () => {
  assert.equal(mistakesOf('create table social.pin (id bigint);').length, 1);
  assert.deepEqual(mistakesOf(`${directives.breaking}\nalter table social.post drop column text;\n`), []);
});
