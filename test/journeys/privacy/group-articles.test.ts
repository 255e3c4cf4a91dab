import assert from 'node:assert/strict';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { addGroup } from '../../../src/social/groups/groups.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { testPlaza } from '../../ask-plaza.ts';

testPlaza('an article of a group stays in it, through drafts and edits', async ({ app, plaza, ada, bob }) => {
  const group = { kind: 'closed', title: 'Bakers', about: '', rules: '', questions: [] };
  const groupId = await addGroup(app, ada, group);
  assert.match((await plaza.page(ada, `/articles/new?group=${groupId}`)).text, /Those who read the group/);
  assert.equal((await plaza.page(bob, `/articles/new?group=${groupId}`)).status, 404);
  const typed = { title: 'Rye', text: 'Sour', privacy: 'public', group: groupId };
  assert.equal((await plaza.form(bob, '/articles/new', typed)).status, 404);
  const drafted = await plaza.form(ada, '/articles/drafts', typed);
  const draft = await plaza.page(ada, String(drafted.headers.location));
  assert.match(draft.text, new RegExp(`name="group" value="${groupId}"`));
  const id = await addArticle(app, ada, { ...emptyContent, ...typed });
  const changed = await plaza.api(ada, 'PUT', `/apis/php/articles/article/${id}`, {
    text: 'Sourer',
    privacy: 'public',
  });
  assert.equal(changed.status, 200);
  const { privacy, group_id } = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .select(['privacy', 'group_id'])
    .executeTakeFirstOrThrow();
  assert.deepEqual([privacy, group_id], ['group', groupId]);
  assert.doesNotMatch((await plaza.page(ada, '/articles')).text, /Rye/);
  assert.match((await plaza.page(ada, `/groups/${groupId}`)).text, /Rye/);
});
