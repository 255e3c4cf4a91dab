import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test as plainTest } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { testConfig } from '../../../test/app.ts';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../../../test/database.ts';
import { openDatabase } from '../database/open.ts';
import { nameOfStatement } from './slow-statements.ts';

tidyUpAfterTests();

plainTest('names statements by what they do, whatever their values', () => {
  const rows: [text: string, name: RegExp][] = [
    ['select "post"."id" from "social"."post" as "post" where id = $1', /^select social\.post [0-9a-f]{8}$/],
    ['insert into "links"."link" ("url") values ($1)', /^insert links\.link [0-9a-f]{8}$/],
    ['update social.post set text = $1', /^update social\.post [0-9a-f]{8}$/],
    ['\n with line as (select 1) insert into links.click values (1)', /^insert links\.click [0-9a-f]{8}$/],
    ['select 1', /^select [0-9a-f]{8}$/],
    ['', /^statement [0-9a-f]{8}$/],
  ];
  for (const [text, name] of rows) assert.match(nameOfStatement(text), name, text);
});

plainTest('logs statements above SLOW_STATEMENT_MS by name and without values', async (context) => {
  const name = await cloneDatabase();
  const lines: { msg: string; statement?: string; sql?: string }[] = [];
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(String(line)) as (typeof lines)[number]);
      done();
    },
  });
  const database = openDatabase(
    await connectionTo(name),
    { ...testConfig(), SLOW_STATEMENT_MS: 50 },
    pino({}, sink),
  );
  context.after(async () => {
    await database.close();
    await dropDatabase(name);
  });
  await database.kysely.selectFrom('identity.account').select('id').where('username', '=', 'ada').execute();
  await sql`select pg_sleep(0.1), ${'secret'}::text from identity.account right join (select 1) one on true`.execute(
    database.kysely,
  );
  const slow = lines.filter(({ msg }) => msg === 'slow statement');
  assert.equal(slow.length, 1);
  assert.match(slow[0]?.statement ?? '', /^select identity\.account [0-9a-f]{8}$/);
  assert.doesNotMatch(JSON.stringify(slow), /secret/);
});
