import { msg, invalid } from '../../../kernel/problem.ts';
import { compareTimes, longestContent, type ReadArchive } from '../entries.ts';
import { copyRows } from './copy-rows.ts';
import { discourseToMarkdown } from './discourse-text.ts';
import type { Dump } from './dump.ts';
import { listCommunity } from './listing.ts';

/** Everything but posts, which are read when it is known what is theirs. */
const first = {
  backup_metadata: ['name', 'value'],
  categories: [
    'id',
    'name',
    'slug',
    'description',
    'parent_category_id',
    'position',
    'read_restricted',
    'topic_id',
    'reviewable_by_group_id',
  ],
  category_custom_fields: ['category_id', 'name', 'value'],
  category_moderation_groups: ['category_id', 'group_id'],
  // Solutions are in one of these, depending on the version of the plugin.
  discourse_solved_solved_topics: ['id', 'topic_id', 'answer_post_id', 'accepter_user_id', 'created_at'],
  discourse_solved_topic_answers: ['solved_topic_id', 'answer_post_id', 'accepter_user_id', 'created_at'],
  group_users: ['group_id', 'user_id', 'owner', 'created_at'],
  groups: [
    ...['id', 'name', 'full_name', 'bio_raw', 'automatic', 'visibility_level'],
    ...['public_admission', 'created_at', 'visible'],
  ],
  post_actions: ['post_id', 'user_id', 'post_action_type_id', 'deleted_at', 'created_at'],
  site_settings: ['name', 'value'],
  tags: ['id', 'name'],
  topic_custom_fields: ['topic_id', 'name', 'value', 'created_at'],
  topic_tags: ['topic_id', 'tag_id'],
  topics: [
    'id',
    'title',
    'slug',
    'created_at',
    'user_id',
    'category_id',
    'deleted_at',
    'visible',
    'closed',
    'archived',
    'pinned_at',
    'archetype',
  ],
  user_emails: ['user_id', 'email', 'primary'],
  user_profiles: ['user_id', 'bio_raw'],
  // Until 2017, addresses were here, and groups were visible or not.
  users: ['id', 'username', 'name', 'created_at', 'active', 'staged', 'email'],
} as const;

const second = {
  posts: [
    'id',
    'user_id',
    'topic_id',
    'post_number',
    'raw',
    'created_at',
    'deleted_at',
    'hidden',
    'post_type',
    'user_deleted',
  ],
} as const;

type Values = Readonly<Record<string, string | null>>;

const likeType = '2';
const regularPost = '1';

type Tables = Record<Exclude<keyof typeof first, 'post_actions' | 'backup_metadata'>, Values[]> & {
  base: string;
  likes: number[];
};

/** Reads the dump in a backup of Discourse. Private categories, messages, and what was deleted or hidden are left out. */
export async function readDiscourse({ file: dump }: Dump, folder: string): Promise<ReadArchive> {
  const tables = await readTables(dump);
  const { base } = tables;
  const listing = listCommunity(folder);
  listPeople(tables, listing);
  const [hasSolutions, moderatorsOf] = [forumsWithSolutions(tables), moderatorsByForum(tables)];
  listing.forums(
    tables.categories
      .filter((row) => row.read_restricted !== 't')
      .map((row) => ({
        ...{ id: row.id ?? '', parentId: row.parent_category_id ?? '', order: Number(row.position ?? 0) },
        ...{ source: `${base}/c/${row.id ?? ''}`, title: row.name ?? '' },
        description: plain(row.description ?? ''),
        ...{ hasSolutions: hasSolutions(row.id ?? ''), moderators: moderatorsOf(row) },
      })),
  );
  listGroups(tables, listing);
  listTopics(tables, listing);
  for await (const { row } of copyRows(dump, second)) {
    const { id, topic_id: topicId, post_number: number } = row;
    const isShown = row.deleted_at === null && row.hidden !== 't' && row.user_deleted !== 't';
    if (!id || !topicId || !isShown || row.post_type !== regularPost || !listing.has(topicId)) continue;
    const source = number === '1' ? `${base}/t/${topicId}` : `${base}/t/${topicId}/${number ?? ''}`;
    listing.post({
      ...{ id, topicId, source, isFirst: number === '1', authorId: row.user_id ?? '' },
      ...{ at: toTime(row.created_at), ...discourseToMarkdown((row.raw ?? '').slice(0, longestContent)) },
    });
  }
  return { from: base, lists: listing.end(tables.likes) };
}

async function readTables(dump: string): Promise<Tables> {
  const tables: Tables = {
    ...{ base: '', categories: [], category_custom_fields: [], category_moderation_groups: [] },
    ...{ discourse_solved_solved_topics: [], discourse_solved_topic_answers: [] },
    ...{ groups: [], group_users: [], site_settings: [], tags: [], topic_custom_fields: [], topic_tags: [] },
    ...{ topics: [], user_emails: [], user_profiles: [], users: [], likes: [] },
  };
  let base = '';
  for await (const { table, row } of copyRows<keyof typeof first, string>(dump, first)) {
    if (table === 'backup_metadata') base = row.name === 'base_url' ? (row.value ?? '') : base;
    else if (table !== 'post_actions') tables[table].push(row);
    else if (row.post_action_type_id === likeType && row.deleted_at === null)
      tables.likes.push(Number(row.post_id), Number(row.user_id), Date.parse(toTime(row.created_at ?? null)));
  }
  if (tables.users.length === 0)
    throw invalid(
      'file',
      msg('This is not the database of a {program} forum: it has no people', { program: 'Discourse' }),
    );
  return { ...tables, base: URL.parse(base)?.origin ?? '' };
}

type Listing = ReturnType<typeof listCommunity>;

function listPeople({ base, users, user_emails, user_profiles }: Tables, listing: Listing): void {
  const emails = new Map(
    user_emails.map((row) => [row.primary === 't' ? row.user_id : null, row.email ?? '']),
  );
  const bios = new Map(user_profiles.map((row) => [row.user_id, row.bio_raw ?? '']));
  for (const { id, username, name, created_at: at, email } of users) {
    // The system and its robots have negative ids.
    if (!id || Number(id) <= 0 || !username) continue;
    listing.person(id, `${base}/u/${username.toLowerCase()}`, {
      ...{ username, name: name ?? '', email: emails.get(id) ?? email ?? '', biography: bios.get(id) ?? '' },
      at: toTime(at ?? null),
    });
  }
}

/** Those of everybody, of the staff and of trust levels are automatic. */
function listGroups({ base, groups, group_users }: Tables, listing: Listing): void {
  const membersOf = Map.groupBy(group_users, (row) => row.group_id);
  for (const row of groups) {
    if (!row.id || !row.name || row.automatic === 't') continue;
    const isSeen = Number(row.visibility_level ?? 0) <= 1 && row.visible !== 'f';
    listing.group(`${base}/g/${row.name.toLowerCase()}`, {
      ...{ title: row.full_name ?? row.name, about: row.bio_raw ?? '', at: toTime(row.created_at ?? null) },
      kind: !isSeen ? 'secret' : row.public_admission === 't' ? 'public' : 'closed',
      members: (membersOf.get(row.id) ?? []).map((each) => ({
        ...{ id: each.user_id ?? '', isOwner: each.owner === 't', at: toTime(each.created_at ?? null) },
      })),
    });
  }
}

function listTopics(tables: Tables, listing: Listing): void {
  const { base, categories, topics, tags, topic_tags } = tables;
  const solutions = solutionsOf(tables);
  // What describes a category there is its description here.
  const descriptions = new Set(categories.map((row) => row.topic_id));
  const names = new Map(tags.map((row) => [row.id, row.name ?? '']));
  const tagsOf = Map.groupBy(topic_tags, (row) => row.topic_id);
  for (const row of topics) {
    const isShown = row.deleted_at === null && row.visible !== 'f' && row.archetype === 'regular';
    if (!row.id || !isShown || descriptions.has(row.id)) continue;
    listing.topic(row.id, {
      ...{ forumId: row.category_id ?? '', source: `${base}/t/${row.id}`, title: row.title ?? '' },
      ...{ at: toTime(row.created_at ?? null), isPinned: row.pinned_at !== null },
      isClosed: row.closed === 't' || row.archived === 't',
      tags: (tagsOf.get(row.id) ?? []).map((tag) => names.get(tag.tag_id ?? '') ?? ''),
      solution: solutions.get(row.id),
    });
  }
}

/** Whether topics of a category can be solved, by its own setting or that of the site. */
function forumsWithSolutions({ category_custom_fields: fields, site_settings }: Tables) {
  const isEverywhere = isSet(site_settings, 'allow_solved_on_all_topics');
  const own = new Set(
    fields
      .filter((row) => row.name === 'enable_accepted_answers' && row.value === 'true')
      .map((row) => row.category_id),
  );
  return (id: string): boolean => isEverywhere || own.has(id);
}

const isSet = (settings: readonly Values[], name: string): boolean =>
  settings.some((row) => row.name === name && row.value === 't');

/** The members of the groups that moderate a category, if the site lets groups moderate. */
function moderatorsByForum({ category_moderation_groups: rows, group_users, site_settings }: Tables) {
  const isOn = ['enable_category_group_moderation', 'enable_category_group_review'].some((name) =>
    isSet(site_settings, name),
  );
  const groupsOf = Map.groupBy(isOn ? rows : [], (row) => row.category_id ?? '');
  const membersOf = Map.groupBy(group_users, (row) => row.group_id ?? '');
  return ({ id, reviewable_by_group_id: former }: Values): string[] => {
    const groups = (groupsOf.get(id ?? '') ?? []).map((row) => row.group_id);
    return [...groups, ...(isOn && former ? [former] : [])]
      .flatMap((group) => membersOf.get(group ?? '') ?? [])
      .map((row) => row.user_id ?? '');
  };
}

/** The newest solution of each topic. Older versions have it as a field of the topic, newer ones several in a table. */
function solutionsOf(tables: Tables): Map<string, { id: string; by: string; at: string }> {
  const { discourse_solved_solved_topics: solved, discourse_solved_topic_answers: answers } = tables;
  const topicOf = new Map(solved.map((row) => [row.id, row.topic_id]));
  const fields = tables.topic_custom_fields.filter((row) => row.name === 'accepted_answer_post_id');
  const rows: Values[] = [
    ...fields.map((row): Values => ({ ...row, answer_post_id: row.value ?? '' })),
    ...solved,
    ...answers.map((row): Values => ({ ...row, topic_id: topicOf.get(row.solved_topic_id ?? '') ?? '' })),
  ];
  const found = rows.toSorted((one, other) => compareTimes(one.created_at ?? '', other.created_at ?? ''));
  return new Map(
    found.flatMap(({ topic_id: topicId, answer_post_id: id, accepter_user_id: by, created_at: at }) =>
      topicId && id ? [[topicId, { id, by: by ?? '', at: toTime(at ?? null) }]] : [],
    ),
  );
}

/** Dumps have times in UTC, without saying so. */
function toTime(text: string | null): string {
  const at = new Date(`${(text ?? '').replace(' ', 'T')}Z`);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

const plain = (markup: string) => markup.replaceAll(/<[^<>]*>/g, '').trim();
