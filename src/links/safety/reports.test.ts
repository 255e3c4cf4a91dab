import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import type { App } from '../../platform/app.ts';
import { addLink } from '../shorten/add-links.ts';
import { deleteLink, restoreLink } from '../shorten/change-links.ts';

const mails = async (app: Pick<App, 'db'>) =>
  (await queuedJobs(app))
    .filter(({ name }) => name === 'system.deliver-mail')
    .map(({ payload }) => payload as { to: string; subject: string; text: string });

const stateOf = (app: Pick<App, 'db'>, id: string) =>
  app.db
    .selectFrom('links.link')
    .select(['held_for', 'suspended_with'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const report = (hop: Hop, link: string, fields: Record<string, string> = {}) =>
  hop.form('/report', {
    link,
    category: 'phishing',
    reason: 'It asked for <b>my</b> PIN',
    contact: '',
    ...fields,
  });

testHop('a report reaches the operator, who suspends the link, and its owner is notified', async (world) => {
  const { app, bob, asAda, asBob, asNobody } = world;
  const { id } = await addLink(app, bob, { url: 'https://example.com/bad', alias: 'bad-one' });
  assert.match((await asNobody.page('/report?link=hop.test/bad-one')).text, /value="hop\.test\/bad-one"/);
  assert.equal((await report(asNobody, 'http://hop.test/bad-one')).location, '/report/thanks');
  assert.deepEqual(
    (await mails(app)).map(({ to, subject }) => [to, subject]),
    [['ada@example.org', 'Reported: http://hop.test/bad-one']],
  );
  assert.match((await asAda.page('/operator/reports')).text, /hop\.test\/bad-one[^]*phishing[^]*@bob/);
  assert.match((await asAda.page(`/operator/links/${id}`)).text, /It asked for &lt;b&gt;my&lt;\/b&gt; PIN/);
  const decided = await asAda.form(`/operator/links/${id}`, { decision: 'suspend', reason: 'Phishing' });
  assert.equal(decided.status, 303);
  assert.deepEqual(await stateOf(app, id), { held_for: null, suspended_with: 'link' });
  const letter = (await mails(app)).at(-1);
  assert.equal(letter?.to, 'bob@example.org');
  assert.match(letter.text, /Phishing[^]*http:\/\/hop\.test\/bad-one[^]*\/appeal/);
  assert.match((await asAda.page('/operator/reports')).text, /No open reports/);
  assert.match((await asAda.page(`/operator/links/${id}`)).text, /Suspended a link[^]*Phishing[^]*@ada/);
  assert.match((await asAda.page('/operator/links?show=suspended')).text, /bad-one/);
  assert.equal((await asBob.page('/operator/reports')).status, 403);
  assert.equal((await asBob.form(`/operator/links/${id}`, { decision: 'approve' })).status, 403);
});

testHop(
  'duplicate reports count once, and enough reporters make visitors see a warning immediately',
  async (world) => {
    const { app, ada, bob, asAda, asBob, asNobody } = world;
    const { id } = await addLink(app, bob, { url: 'https://example.com/', alias: 'reported' });
    for (const hop of [asAda, asNobody, asNobody]) await report(hop, 'reported');
    assert.equal((await stateOf(app, id)).held_for, null);
    await report(asBob, 'reported');
    assert.equal((await stateOf(app, id)).held_for, 'reports');
    assert.match((await asAda.page('/operator/links?show=held')).text, /reported[^]*Reports/);
    await asAda.form(`/operator/links/${id}`, { decision: 'approve' });
    assert.equal((await stateOf(app, id)).held_for, null);
    await report(asNobody, 'reported');
    assert.match((await asAda.page('/operator/reports')).text, /No open reports/);
    await app.db
      .updateTable('links.link')
      .set({ updated_at: new Date(app.clock.now().getTime() + 1) })
      .execute();
    await report(asNobody, 'reported');
    assert.match((await asAda.page('/operator/reports')).text, /reported/);
    assert.equal(ada.role, 'operator');
  },
);

testHop('a rejected report keeps the entered values', async ({ app, bob, asNobody }) => {
  await addLink(app, bob, { url: 'https://example.com/', alias: 'there' });
  const rows: [Record<string, string>, RegExp][] = [
    [{ link: 'nowhere' }, /id="field-link-error"/],
    [{ link: 'https://%' }, /id="field-link-error"/],
    [{ reason: 'x'.repeat(2001) }, /id="field-reason-error"/],
    [{ contact: 'x'.repeat(300) }, /id="field-contact-error"/],
    [{ category: 'boredom' }, /category/],
  ];
  for (const [fields, said] of rows) {
    const { status, text } = await report(asNobody, 'there', fields);
    assert.equal(status, 422, JSON.stringify(fields));
    assert.match(text, said);
    assert.match(text, /It asked for|x{50}/);
  }
});

testHop(
  'a suspended link stays suspended if it was deleted before or its owner is reinstated',
  async (world) => {
    const { app, bob, asAda } = world;
    const one = await addLink(app, bob, { url: 'https://evil.example/1' });
    const two = await addLink(app, bob, { url: 'https://evil.example/2' });
    await deleteLink(app, bob, two.id);
    await asAda.form(`/operator/links/${one.id}`, { decision: 'suspend-owner' });
    await asAda.form(`/operator/links/${one.id}`, { decision: 'suspend-domain', domain: 'evil.example' });
    await asAda.form(`/operator/links/${one.id}`, { decision: 'reinstate-owner' });
    assert.equal((await stateOf(app, one.id)).suspended_with, 'domain');
    await restoreLink(app, bob, two.id);
    assert.equal((await stateOf(app, two.id)).suspended_with, 'domain');
    const three = await addLink(app, bob, { url: 'https://other.example/3' });
    await deleteLink(app, bob, three.id);
    const four = await addLink(app, bob, { url: 'https://other.example/4' });
    await asAda.form(`/operator/links/${four.id}`, { decision: 'suspend-domain', domain: 'other.example' });
    await restoreLink(app, bob, three.id);
    assert.equal((await stateOf(app, three.id)).suspended_with, 'domain');
  },
);

testHop(
  'an operator suspends a domain, blocks it, and suspends an owner with all of their links',
  async (world) => {
    const { app, ada, bob, asAda, asBob } = world;
    const one = await addLink(app, bob, { url: 'https://www.evil.example/1' });
    const two = await addLink(app, bob, { url: 'https://evil.example/2' });
    const near = await addLink(app, bob, { url: 'https://notevil.example/' });
    const path = `/operator/links/${one.id}`;
    assert.match((await asAda.page(path)).text, /www\.evil\.example/);
    for (const domain of ['example', 'other.example', 'https://evil.example'])
      assert.equal((await asAda.form(path, { decision: 'block-domain', domain })).status, 422, domain);
    await asAda.form(path, { decision: 'block-domain', domain: 'evil.example', reason: 'Fraud' });
    for (const { id } of [one, two]) assert.equal((await stateOf(app, id)).suspended_with, 'domain');
    assert.equal((await stateOf(app, near.id)).suspended_with, null);
    await assert.rejects(addLink(app, bob, { url: 'https://evil.example/3' }), { field: 'url' });
    await asAda.form(`/operator/links/${near.id}`, { decision: 'suspend-owner' });
    assert.equal((await stateOf(app, near.id)).suspended_with, 'owner');
    assert.match(String((await asBob.page('/dashboard')).location), /^\/signin/);
    await asAda.form(`/operator/links/${near.id}`, { decision: 'reinstate-owner' });
    assert.equal((await stateOf(app, near.id)).suspended_with, null);
    assert.equal((await stateOf(app, one.id)).suspended_with, 'domain');
    assert.equal((await asBob.api('GET', '/api/account')).status, 200);
    const own = await addLink(app, ada, { url: 'https://example.com/' });
    assert.equal((await asAda.form(`/operator/links/${own.id}`, { decision: 'suspend-owner' })).status, 403);
  },
);

testHop('an operator finds any link by its short URL', async ({ app, bob, asAda }) => {
  const { id } = await addLink(app, bob, { url: 'https://example.com/', alias: 'find-me' });
  for (const q of ['find-me', 'hop.test/find-me', 'http://hop.test/find-me?x=1'])
    assert.equal(
      (await asAda.page(`/operator/links?q=${encodeURIComponent(q)}`)).location,
      `/operator/links/${id}`,
    );
  assert.match((await asAda.page('/operator/links?q=other')).text, /No link at “other”/);
  assert.equal((await asAda.page('/operator/links/999999')).status, 404);
});

testHop('an appeal about a suspended link reaches the operator', async ({ app, bob, asNobody }) => {
  const { id } = await addLink(app, bob, { url: 'https://example.com/', alias: 'mine' });
  const fields = { link: 'mine', message: 'It is a recipe', contact: 'bob@example.org' };
  assert.match((await asNobody.form('/appeal', fields)).text, /id="field-link-error"/);
  await app.db
    .updateTable('links.link')
    .set({ suspended_at: app.clock.now(), suspended_with: 'link' })
    .where('id', '=', id)
    .execute();
  assert.equal((await asNobody.form('/appeal', fields)).location, '/appeal/thanks');
  assert.match((await mails(app)).at(-1)?.text ?? '', /It is a recipe[^]*bob@example\.org/);
});
