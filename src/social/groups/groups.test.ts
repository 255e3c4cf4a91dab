import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addComment, deleteComment } from '../comments/comments.ts';
import { deletePost } from '../posts/deleting.ts';
import { addGroup, deleteGroup, getGroup, listGroups, updateGroup } from './groups.ts';
import { endBans } from './jobs.ts';
import { findInvited, inviteToGroup, listGroupInvitations, revokeGroupInvitation } from './invitations.ts';
import {
  acceptGroupInvitation,
  banFromGroup,
  changeGroupRole,
  decideRequest,
  joinGroup,
  leaveGroup,
  liftGroupBan,
  removeGroupMember,
} from './membership.ts';
import { listGroupMembers, listGroupRequests } from './people.ts';
import { listGroupPosts, pinInGroup, writeInGroup } from './posts.ts';
import { listGroupEntries } from '../access/group-log.ts';

const add = (app: App, owner: Viewer, kind: string, more = {}) =>
  addGroup(app, owner, { kind, title: `Bakers ${kind}`, about: '', rules: '', questions: [], ...more });

const join = (app: App, viewer: Viewer, id: string) => joinGroup(app, viewer, id, { accepts: true });

test('people join a public group at once, and accept its rules', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await add(app, ada, 'public', { rules: 'Be kind' });
  await assert.rejects(joinGroup(app, bob, id, { accepts: false }), { field: 'accept' });
  assert.equal(await join(app, bob, id), 'joined');
  assert.equal(await join(app, bob, id), 'joined');
  const group = await getGroup(app, bob, id);
  assert.deepEqual([group.role, group.members], ['member', 2]);
  await leaveGroup(app, bob, id);
  assert.deepEqual([(await getGroup(app, bob, id)).role, (await getGroup(app, ada, id)).members], [null, 1]);
  await assert.rejects(leaveGroup(app, ada, id), { kind: 'conflict' });
});

test('people request to join a closed group with answers, and its team decides', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await add(app, ada, 'closed', { questions: ['What do you bake?', ''] });
  await assert.rejects(join(app, bob, id), { field: 'answer1' });
  assert.equal(await joinGroup(app, bob, id, { accepts: true, answers: ['Rye'] }), 'requested');
  await joinGroup(app, carol, id, { accepts: true, answers: ['Cake'] });
  assert.equal((await getGroup(app, bob, id)).isRequested, true);
  await assert.rejects(listGroupRequests(app, bob, id), { kind: 'forbidden' });
  const { items } = await listGroupRequests(app, ada, id);
  assert.deepEqual(
    items.map(({ person, answers }) => [person.username, answers]),
    [
      ['bob', ['Rye']],
      ['carol', ['Cake']],
    ],
  );
  await assert.rejects(decideRequest(app, carol, id, bob.id, 'approve'), { kind: 'forbidden' });
  await decideRequest(app, ada, id, bob.id, 'approve');
  await decideRequest(app, ada, id, carol.id, 'decline');
  await assert.rejects(decideRequest(app, ada, id, carol.id, 'approve'), { kind: 'missing' });
  assert.equal((await getGroup(app, bob, id)).role, 'member');
  assert.equal((await getGroup(app, carol, id)).role, null);
});

test('a secret group is found only by its members and listed only among their own', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await add(app, ada, 'secret');
  const open = await add(app, ada, 'public');
  await assert.rejects(getGroup(app, bob, id), { kind: 'missing' });
  await assert.rejects(join(app, bob, id), { kind: 'missing' });
  const ids = async (viewer: Viewer, wanted = {}) =>
    (await listGroups(app, viewer, wanted)).items.map((group) => group.id);
  assert.deepEqual(await ids(bob), [open]);
  assert.deepEqual(await ids(ada), [open]);
  assert.deepEqual(await ids(ada, { list: 'mine' }), [open, id]);
  assert.deepEqual(await ids(ada, { list: 'mine', q: 'secr' }), [id]);
  assert.deepEqual(await ids(bob, { q: 'secret' }), []);
});

test('an invitation lets in as many people as it says, until it expires or is revoked', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const dora = await addPerson(app, 'dora');
  const id = await add(app, ada, 'secret');
  const token = await inviteToGroup(app, ada, id, { uses: 1, life: 1 });
  assert.equal((await findInvited(app, bob, token)).title, 'Bakers secret');
  assert.equal(await acceptGroupInvitation(app, bob, token, { accepts: true }), id);
  await assert.rejects(acceptGroupInvitation(app, carol, token, { accepts: true }), { kind: 'missing' });
  const wider = await inviteToGroup(app, ada, id, { uses: 5, life: 1 });
  const [open] = await listGroupInvitations(app, ada, id);
  await revokeGroupInvitation(app, ada, id, open?.id ?? '');
  await assert.rejects(acceptGroupInvitation(app, carol, wider, { accepts: true }), { kind: 'missing' });
  const late = await inviteToGroup(app, ada, id, { uses: 5, life: 1 });
  app.clock.turn(days(2));
  await assert.rejects(acceptGroupInvitation(app, carol, late, { accepts: true }), { kind: 'missing' });
  await assert.rejects(inviteToGroup(app, bob, id, { uses: 1, life: 1 }), { kind: 'forbidden' });
  await assert.rejects(inviteToGroup(app, ada, id, { uses: 0, life: 1 }), { field: 'uses' });
  const last = await inviteToGroup(app, ada, id, { uses: 5, life: 7 });
  await banFromGroup(app, ada, id, dora.id, { reason: '' });
  await assert.rejects(acceptGroupInvitation(app, dora, last, { accepts: true }), { kind: 'missing' });
});

test('nobody changes, removes or bans people at or above their own role', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const [dora, eve] = [await addPerson(app, 'dora'), await addPerson(app, 'eve')];
  const id = await add(app, ada, 'public');
  for (const person of [bob, carol, dora, eve]) await join(app, person, id);
  await changeGroupRole(app, ada, id, bob.id, 'admin');
  await changeGroupRole(app, bob, id, carol.id, 'moderator');
  const refused = { kind: 'forbidden' };
  for (const attempt of [
    () => changeGroupRole(app, bob, id, ada.id, 'member'),
    () => changeGroupRole(app, bob, id, carol.id, 'admin'),
    () => changeGroupRole(app, bob, id, dora.id, 'owner'),
    () => changeGroupRole(app, carol, id, dora.id, 'moderator'),
    () => changeGroupRole(app, ada, id, ada.id, 'member'),
    () => removeGroupMember(app, carol, id, bob.id),
    () => removeGroupMember(app, dora, id, eve.id),
    () => banFromGroup(app, carol, id, ada.id, { reason: '' }),
    () => banFromGroup(app, dora, id, eve.id, { reason: '' }),
    () => updateGroup(app, carol, id, { title: 'Mine' }),
    () => deleteGroup(app, bob, id),
  ])
    await assert.rejects(attempt(), refused);
  await removeGroupMember(app, carol, id, dora.id);
  await changeGroupRole(app, ada, id, bob.id, 'owner');
  assert.deepEqual(
    [(await getGroup(app, ada, id)).role, (await getGroup(app, bob, id)).role],
    ['admin', 'owner'],
  );
  const { items } = await listGroupEntries(app, await getGroup(app, bob, id));
  assert.deepEqual(
    items.map(({ action, actor, person }) => [action, actor, person]),
    [
      ['role', 'ada', 'bob'],
      ['remove', 'carol', 'dora'],
      ['role', 'bob', 'carol'],
      ['role', 'ada', 'bob'],
    ],
  );
});

test('a ban hides a group until it is over or lifted', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await add(app, ada, 'public');
  await join(app, bob, id);
  await writeInGroup(app, ada, id, { text: 'Bread', photos: [] });
  for (const person of [bob, carol]) await banFromGroup(app, ada, id, person.id, { reason: 'Ads', days: 7 });
  for (const person of [bob, carol]) {
    await assert.rejects(getGroup(app, person, id), { kind: 'missing' });
    await assert.rejects(listGroupPosts(app, person, id), { kind: 'missing' });
    await assert.rejects(join(app, person, id), { kind: 'missing' });
  }
  await liftGroupBan(app, ada, id, carol.id);
  assert.equal((await listGroupPosts(app, carol, id)).items.length, 1);
  app.clock.turn(days(8));
  await endBans(app);
  assert.equal(await join(app, bob, id), 'joined');
});

test('a group without an owner passes to the admin who joined first, or is closed', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await add(app, ada, 'public');
  for (const person of [bob, carol]) {
    await join(app, person, id);
    app.clock.turn(1000);
    await changeGroupRole(app, ada, id, person.id, 'admin');
  }
  const deleteRow = (person: Viewer) =>
    app.db.deleteFrom('social.people_group_member').where('account_id', '=', person.id).execute();
  await deleteRow(ada);
  assert.deepEqual(
    [(await getGroup(app, bob, id)).role, (await getGroup(app, bob, id)).members],
    ['owner', 2],
  );
  await deleteRow(bob);
  assert.equal((await getGroup(app, carol, id)).role, 'owner');
  await deleteRow(carol);
  await assert.rejects(getGroup(app, bob, id), { kind: 'missing' });
});

test('the team of a group pins announcements and deletes posts and comments in it', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const id = await add(app, ada, 'closed');
  const token = await inviteToGroup(app, ada, id, { uses: 5, life: 7 });
  for (const person of [bob, carol]) await acceptGroupInvitation(app, person, token, { accepts: true });
  await changeGroupRole(app, ada, id, bob.id, 'moderator');
  const posts: string[] = [];
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five'])
    posts.push(await writeInGroup(app, carol, id, { text, photos: [] }));
  const [one = '', two = '', three = '', four = ''] = posts;
  await assert.rejects(pinInGroup(app, carol, id, one, 'pin'), { kind: 'forbidden' });
  for (const each of [one, two, three]) await pinInGroup(app, bob, id, each, 'pin');
  await assert.rejects(pinInGroup(app, bob, id, four, 'pin'), { kind: 'conflict' });
  await pinInGroup(app, bob, id, three, 'unpin');
  const texts = async (before?: string) =>
    (await listGroupPosts(app, carol, id, { before })).items.map(({ text }) => text);
  assert.deepEqual((await texts()).toSorted(), ['Five', 'Four', 'One', 'Three', 'Two']);
  assert.deepEqual((await texts()).slice(2), ['Five', 'Four', 'Three']);
  const comment = await addComment(app, ada, four, 'Hello');
  await deleteComment(app, bob, comment);
  await deletePost(app, bob, four);
  assert.deepEqual((await texts()).slice(2), ['Five', 'Three']);
  const actions = (await listGroupEntries(app, await getGroup(app, bob, id))).items.map(
    ({ action }) => action,
  );
  assert.deepEqual(actions.slice(0, 2), ['delete-post', 'delete-comment']);
});

test('what was written for members stays with them', async (app) => {
  const { ada } = await createWorld(app);
  const id = await add(app, ada, 'closed');
  await assert.rejects(updateGroup(app, ada, id, { kind: 'public' }), { field: 'kind' });
  await updateGroup(app, ada, id, { kind: 'secret' });
  await updateGroup(app, ada, id, { kind: 'closed', title: 'Millers' });
  assert.equal((await getGroup(app, ada, id)).title, 'Millers');
});

test('members are found by name, page by page', async (app) => {
  const { ada } = await createWorld(app);
  const id = await add(app, ada, 'public');
  for (let n = 0; n < 35; n++) await join(app, await addPerson(app, `guest${n}`), id);
  const pages = [await listGroupMembers(app, ada, id), await listGroupMembers(app, ada, id, { page: 1 })];
  assert.deepEqual(
    pages.map(({ items, hasMore }) => [items.length, hasMore]),
    [
      [30, true],
      [6, false],
    ],
  );
  const found = await listGroupMembers(app, ada, id, { q: 'guest33' });
  assert.deepEqual(
    found.items.map(({ person }) => person.username),
    ['guest33'],
  );
});

testPlaza('a group is added, joined, written in and managed on its pages', async ({ plaza, ada, bob }) => {
  const added = await plaza.form(ada, '/groups/new', {
    kind: 'closed',
    title: 'Bakers',
    about: 'Bread',
    rules: 'Be kind',
    question1: 'What do you bake?',
  });
  const path = String(added.headers.location);
  assert.match((await plaza.page(bob, path)).text, /What do you bake\?/);
  const refused = await plaza.form(bob, `${path}/join`, { answer1: 'Rye' });
  assert.match(refused.text, /Accept the rules of the group/);
  await plaza.form(bob, `${path}/join`, { answer1: 'Rye', accept: 'on' });
  assert.match((await plaza.page(ada, `${path}/manage`)).text, /Rye/);
  await plaza.form(ada, `${path}/requests`, { person: bob.id, do: 'approve' });
  await plaza.form(bob, `${path}/posts`, { text: 'Who has flour?' });
  assert.match((await plaza.page(ada, path)).text, /Who has flour\?/);
  const invited = await plaza.form(ada, `${path}/invitations`, { uses: '3', days: '7' });
  assert.match(invited.text, /\/groups\/join\/[\w-]{43}/);
  assert.equal((await plaza.page(undefined, path)).status, 303);
});

testPlaza('the owner and admins set the picture of a group, which those who find it see', async (world) => {
  const { app, plaza, ada, bob, carol } = world;
  const id = await add(app, ada, 'closed');
  const token = await inviteToGroup(app, ada, id, { uses: 1, life: 7 });
  await acceptGroupInvitation(app, bob, token, { accepts: true });
  const body = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  const file = { name: 'ovens.jpg', body };
  const send = (who: Viewer, files = [file]) => plaza.multipart(who, `/groups/${id}/picture`, {}, ...files);
  assert.equal((await send(bob)).status, 403);
  assert.match((await send(ada, [])).text, /Choose a picture/);
  assert.equal((await send(ada)).status, 303);
  const record = async (who: Viewer) =>
    (await plaza.api(who, 'GET', `/apis/php/groups/group?id=${id}`)).body.data as { picture: string };
  const { picture } = await record(carol);
  assert.match(picture, /avatars/);
  assert.match((await plaza.page(carol, '/groups')).text, /-small\.webp/);
  assert.equal((await plaza.form(bob, `/groups/${id}/picture/remove`, {})).status, 403);
  assert.equal((await plaza.api(ada, 'POST', '/apis/php/groups/picture', { id })).status, 200);
  assert.equal((await record(ada)).picture, '');
});
