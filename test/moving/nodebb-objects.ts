import { dumpOf } from '../peers/discourse-backup.ts';

/** A hash, a set, or a member of a sorted set. */
type NodebbObject = { _key: string } & Record<string, string | number | string[]>;

/** Lines as `mongoexport` writes them. */
export const mongoLines = (objects: readonly NodebbObject[]): Buffer =>
  Buffer.from(
    objects.map((each) => `${JSON.stringify({ _id: { $oid: 'a'.repeat(24) }, ...each })}\n`).join(''),
  );

/** The same objects as NodeBB has them in PostgreSQL. */
export function postgresDump(objects: readonly NodebbObject[]): Buffer {
  const isMember = ({ value, score }: NodebbObject) => value !== undefined && score !== undefined;
  return dumpOf({
    legacy_hash: objects
      .filter((each) => !isMember(each) && !Array.isArray(each.members))
      .map(({ _key, ...data }) => ({ _key, data: JSON.stringify(data), type: 'hash' })),
    legacy_set: objects.flatMap(({ _key, members }) =>
      Array.isArray(members) ? members.map((member) => ({ _key, member, type: 'set' })) : [],
    ),
    legacy_zset: objects
      .filter(isMember)
      .map(({ _key, value, score }) => ({ _key, value: String(value), score: Number(score), type: 'zset' })),
  });
}

const start = Date.UTC(2022, 0, 1);

/** A forum of NodeBB with many topics, and what is not imported from one. */
export function nodebbObjects(many = 0): NodebbObject[] {
  const member = (key: string, value: string | number, score = 0) => ({
    ...{ _key: key, value: String(value), score },
  });
  const user = (uid: number, username: string, more = {}) => ({
    ...{ _key: `user:${uid}`, uid, username, userslug: username.toLowerCase().replaceAll(' ', '-') },
    ...{ email: `${username}@nodebb.example`.replaceAll(' ', ''), joindate: start + uid, ...more },
  });
  const category = (cid: number, parentCid: number, name: string, isOpen = true) => [
    {
      _key: `category:${cid}`,
      cid,
      parentCid,
      name,
      description: `<p>About ${name}</p>`,
      order: cid,
      disabled: 0,
    },
    ...(isOpen ? ['guests', 'registered-users'] : ['registered-users']).flatMap((group) => [
      member(`group:cid:${cid}:privileges:groups:read:members`, group),
      member(`group:cid:${cid}:privileges:groups:topics:read:members`, group),
    ]),
  ];
  const topic = (tid: number, cid: number, title: string, mainPid: number, more = {}) => ({
    ...{ _key: `topic:${tid}`, tid, uid: 1, cid, title, mainPid, timestamp: start + tid * 60_000, ...more },
  });
  const post = (pid: number, tid: number, uid: number, content: string, more = {}) => ({
    ...{ _key: `post:${pid}`, pid, tid, uid, content, timestamp: start + pid * 60_000, ...more },
  });
  const named = { description: 'About &amp; more', createtime: start, hidden: 0 };
  const each = <T>(row: (at: number) => T) => Array.from({ length: many }, (_, at) => row(at + 100));
  return [
    { _key: 'config', title: 'Bakers &amp; friends' },
    { ...named, _key: 'group:Rye friends', name: 'Rye friends', slug: 'rye-friends', private: 1, system: 0 },
    { ...named, _key: 'group:administrators', name: 'administrators', slug: 'administrators', system: 1 },
    ...[member('group:Rye friends:members', 1, start), member('group:Rye friends:members', 2, start)],
    { _key: 'group:Rye friends:owners', members: ['1'] },
    member('group:administrators:members', 1, start),
    { _key: 'settings:question-and-answer', defaultCid_1: 'on', forceQuestions: 'off' },
    ...[member('topics:solved', 1, start + 500), member('topics:unsolved', 2, start)],
    member('group:cid:1:privileges:moderate:members', 2, start),
    member('group:cid:2:privileges:groups:moderate:members', 'Rye friends', start),
    ...[user(1, 'grace', { aboutme: 'I bake' }), user(2, 'Linus T')],
    ...[...category(1, 0, 'Bread'), ...category(2, 1, 'Rye'), ...category(3, 0, 'Staff', false)],
    topic(1, 2, 'How &lt;long&gt;?', 1, {
      ...{ tags: 'rye,slow-rise', locked: 1, pinned: 1 },
      ...{ isQuestion: 1, isSolved: 1, solvedPid: 2 },
    }),
    ...[topic(2, 3, 'Who to ban', 4), topic(3, 1, 'Deleted', 5, { deleted: 1 })],
    post(1, 1, 1, 'One\ntwo\n\n- item\n\n![loaf](/assets/uploads/files/1690000000000-a-loaf.png)'),
    ...[post(2, 1, 2, 'Overnight, @grace.'), post(3, 1, 2, 'Deleted post', { deleted: 1 })],
    ...[post(4, 2, 1, 'Secret of the staff'), post(5, 3, 1, 'Deleted topic')],
    ...[
      member('uid:1:upvote', 2, start),
      member('uid:2:upvote', 4, start),
      member('uid:2:downvote', 1, start),
    ],
    ...each((id) => user(id, `baker${id}`)),
    ...each((id) => topic(id, 1, `Topic ${id}`, id)),
    ...each((id) => post(id, id, id, `Text ${id}`)),
    ...each((id) => post(id + many, id, 1, `Reply ${id}`)),
    ...each((id) => member(`uid:${id}:upvote`, id + many, start)),
  ];
}
