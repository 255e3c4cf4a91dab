import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { addPage } from '../pages/editing.ts';
import { assignRole } from '../pages/team.ts';

const path = '/settings/monetization';
const plan = {
  title: 'Supporter',
  price: '4.50',
  period_num: '3',
  period: 'month',
  custom_description: 'Every recipe a week earlier',
};

/** Returns the URL of the first plan in the list. */
const firstPlan = async ({ plaza }: World, person: World['ada']) =>
  new RegExp(`href="(${path}/\\d+)"`).exec((await plaza.page(person, path)).text)?.[1] ?? '';

testPlaza('a plan can be added, edited and deleted by forms', async (world) => {
  const { ada, bob, plaza } = world;
  const empty = (await plaza.page(ada, path)).text;
  assert.match(empty, /No plans yet/);
  assert.doesNotMatch((await plaza.page(ada, `${path}/new`)).text, /name="node_id"/);
  const created = await plaza.form(ada, `${path}/new`, plan);
  assert.deepEqual([created.status, created.headers.location], [303, path]);
  const list = (await plaza.page(ada, path)).text;
  assert.match(list, /4\.50 every 3 months/);
  assert.match(list, /Every recipe a week earlier/);
  const here = await firstPlan(world, ada);
  assert.match((await plaza.page(ada, here)).text, /value="4\.50"/);
  for (const status of [(await plaza.page(bob, here)).status, (await plaza.form(bob, here, plan)).status])
    assert.equal(status, 403);
  assert.equal((await plaza.form(bob, `${here}/delete`)).status, 403);

  const changed = await plaza.form(ada, here, { ...plan, title: 'Patron', price: '5', period_num: '1' });
  assert.equal(changed.status, 303);
  assert.match((await plaza.page(ada, path)).text, /Patron[^]*\$5\.00 a month/);
  assert.match((await plaza.page(ada, here)).text, /data-turbo-confirm="Delete Patron\?"/);
  assert.equal((await plaza.form(ada, `${here}/delete`)).status, 303);
  assert.match((await plaza.page(ada, path)).text, /No plans yet/);
  assert.equal((await plaza.page(ada, here)).status, 404);
});

testPlaza('a rejected form shows the typed values and the error at its field', async (world) => {
  const { ada, plaza } = world;
  const wrong: [Record<string, string>, string][] = [
    [{ title: '' }, 'title'],
    [{ price: '-1' }, 'price'],
    [{ price: 'much' }, 'price'],
    [{ period_num: '0' }, 'period_num'],
    [{ custom_description: 'a'.repeat(2001) }, 'custom_description'],
  ];
  await plaza.form(ada, `${path}/new`, plan);
  for (const at of [`${path}/new`, await firstPlan(world, ada)])
    for (const [change, field] of wrong) {
      const { status, text } = await plaza.form(ada, at, { ...plan, title: 'Baker', ...change });
      assert.equal(status, 422, `${at} ${field}`);
      assert.match(text, new RegExp(`id="field-${field}-error"`), `${at} ${field}`);
      assert.match(text, field === 'title' ? /value="4\.50"/ : /value="Baker"/);
    }
  assert.doesNotMatch((await plaza.page(ada, path)).text, /Baker/);
});

testPlaza('only its owner and admins manage the plans of a page', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  const named = { title: 'The <Bakery>', username: 'thebakery', about: '', website: '', category: '' };
  const pageId = await addPage(app, ada, named);
  await assignRole(app, ada, pageId, { username: 'bob', role: 'admin' });
  await assignRole(app, ada, pageId, { username: 'carol', role: 'editor' });
  assert.match(
    (await plaza.page(ada, `${path}/new?node_id=${pageId}`)).text,
    /The &lt;Bakery&gt; \(@thebakery\)/,
  );
  const ofPage = { ...plan, node_id: pageId };
  assert.equal((await plaza.form(carol, `${path}/new`, ofPage)).status, 403);
  assert.equal((await plaza.form(ada, `${path}/new`, ofPage)).status, 303);
  for (const person of [ada, bob])
    assert.match((await plaza.page(person, path)).text, /<h2>The &lt;Bakery&gt;<\/h2>[^]*Supporter/);
  assert.match((await plaza.page(carol, path)).text, /No plans yet/);
  const here = await firstPlan(world, bob);
  assert.match((await plaza.page(bob, here)).text, /Offered by The &lt;Bakery&gt;/);
  assert.equal((await plaza.page(carol, here)).status, 403);
});

testPlaza(
  'the page explains a missing permission to sell instead of showing a form',
  async ({ ada, plaza }) => {
    const { text } = await plaza.page(ada, path);
    assert.match(text, /You cannot offer plans on this site/);
    assert.doesNotMatch(text, /Add a plan/);
    assert.equal((await plaza.page(ada, `${path}/new`)).status, 403);
    assert.equal((await plaza.form(ada, `${path}/new`, plan)).status, 403);
  },
  { MONETIZATION: 'nobody' },
);
