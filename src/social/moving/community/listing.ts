import { maxOfCommunity, openLists } from '../entries.ts';
import type { TextFile } from './discourse-text.ts';
import type {
  ForumContent,
  ForumModeratorContent,
  GroupContent,
  GroupMemberContent,
  LikeContent,
  PersonContent,
  ReplyContent,
  SolutionContent,
  ThreadContent,
} from './entry-contents.ts';

interface ForumRow extends Pick<ForumContent, 'title' | 'description'> {
  id: string;
  parentId: string;
  order: number;
  source: string;
  hasSolutions?: boolean;
  /** Who moderates it, by their ids. */
  moderators?: readonly string[];
}

interface TopicRow extends Pick<ThreadContent, 'title' | 'at' | 'isClosed' | 'isPinned'> {
  forumId: string;
  source: string;
  tags?: readonly string[];
  /** The post that solves it, by its id, and by whom and when it was marked. */
  solution?: { id: string; by: string; at: string } | undefined;
}

interface GroupRow extends Omit<GroupContent, 'owner'> {
  members: readonly { id: string; isOwner: boolean; at: string }[];
}

interface PostRow {
  id: string;
  topicId: string;
  isFirst: boolean;
  source: string;
  authorId: string;
  at: string;
  text: string;
  files: readonly TextFile[];
}

/**
 * Lists what is in a community by the ids that its program gave, whatever program it is. People, forums and topics must be
 * listed before posts, and those before likes.
 */
export function listCommunity(folder: string) {
  const lists = openLists(
    folder,
    [
      ...(['people', 'forums', 'moderators', 'groups', 'members'] as const),
      ...(['threads', 'replies', 'solutions', 'likes'] as const),
    ],
    maxOfCommunity,
  );
  const people = new Map<string, string>();
  const forums = new Map<string, string>();
  const topics = new Map<string, TopicRow>();
  const posts = new Map<number, string>();

  return {
    person(id: string, source: string, content: PersonContent): void {
      people.set(id, source);
      lists.add('people', { kind: 'person', source, content });
    },

    /** Forums that everyone can read, before those below them. There are two levels here. */
    forums(rows: readonly ForumRow[]): void {
      const open = new Map(rows.map((row) => [row.id, row]));
      const inOrder = rows.toSorted((one, other) => one.order - other.order);
      for (const isBelow of [false, true])
        for (const row of inOrder) {
          const above = topOf(row, open);
          if ((above !== row) !== isBelow) continue;
          const { id, source, title, description, hasSolutions = false } = row;
          forums.set(id, source);
          const parent = isBelow ? above.source : null;
          const content: ForumContent = { title, description, parent, hasSolutions };
          lists.add('forums', { kind: 'forum', source, content });
          for (const moderator of new Set(row.moderators)) {
            const person = people.get(moderator);
            const content: ForumModeratorContent = { forum: source };
            if (person !== undefined)
              lists.add('moderators', { kind: 'forum_moderator', source: person, content });
          }
        }
    },

    /** A group with its members, who are listed before. */
    group(source: string, { members, ...group }: GroupRow): void {
      const known = members.flatMap(({ id, ...rest }) => {
        const person = people.get(id);
        return person === undefined ? [] : [{ person, ...rest }];
      });
      const owner = known.find(({ isOwner }) => isOwner)?.person ?? null;
      const content: GroupContent = { ...group, owner };
      lists.add('groups', { kind: 'group', source, content });
      for (const { person, isOwner, at } of known) {
        if (person === owner) continue;
        const member: GroupMemberContent = { group: source, person, role: isOwner ? 'admin' : 'member', at };
        lists.add('members', { kind: 'group_member', source: person, content: member });
      }
    },

    /** A topic of which the posts follow. What is in none of the forums is left out. */
    topic(id: string, row: TopicRow): void {
      if (forums.has(row.forumId)) topics.set(id, row);
    },

    has: (topicId: string): boolean => topics.has(topicId),
    sourceOf: (topicId: string): string => topics.get(topicId)?.source ?? '',

    post({ id, topicId, isFirst, source, authorId, at, text, files }: PostRow): void {
      const topic = topics.get(topicId);
      if (!topic) return;
      const author = people.get(authorId) ?? null;
      const address = isFirst ? topic.source : source;
      posts.set(Number(id), address);
      if (isFirst) {
        const { title, isClosed, isPinned, tags = [] } = topic;
        const content: ThreadContent = {
          ...{ forum: forums.get(topic.forumId) ?? '', author, title, at: topic.at, isClosed, isPinned },
          ...{ text: withTags(text, tags), files },
        };
        const also = source === address ? {} : { also: source };
        lists.add('threads', { kind: 'thread', source: address, content, ...also });
      } else {
        const content: ReplyContent = { thread: topic.source, author, text, files, at };
        lists.add('replies', { kind: 'thread_reply', source: address, content });
        if (topic.solution?.id !== id) return;
        const solution: SolutionContent = {
          by: people.get(topic.solution.by) ?? null,
          at: topic.solution.at,
        };
        lists.add('solutions', { kind: 'solution', source: address, content: solution });
      }
    },

    /** `likes`: post, account and time of each. */
    end(likes: readonly number[]): string[] {
      for (let at = 0; at < likes.length; at += 3) {
        const [source, author] = [posts.get(likes[at] ?? 0), people.get(String(likes[at + 1]))];
        const time = toIso(likes[at + 2] ?? Number.NaN);
        if (source === undefined || author === undefined || time === '') continue;
        const content: LikeContent = { author, at: time };
        lists.add('likes', { kind: 'like', source, content });
      }
      return lists.end();
    },
  };
}

/** The forum at the top of a forum, or the forum itself. */
function topOf(row: ForumRow, open: ReadonlyMap<string, ForumRow>): ForumRow {
  let above = row;
  for (let level = 0; level < 5; level += 1) {
    const next = open.get(above.parentId);
    if (!next) break;
    above = next;
  }
  return above;
}

/** Tags of a topic are hashtags here, at the end of its text. */
function withTags(text: string, tags: readonly string[]): string {
  const found = tags.flatMap((tag) => {
    const name = tag.normalize('NFC').replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '_');
    return /\p{L}/u.test(name) ? [`#${name.replaceAll(/^_|_$/g, '').slice(0, 60)}`] : [];
  });
  return found.length === 0 ? text : `${text}\n\n${found.slice(0, 10).join(' ')}`;
}

/** Milliseconds since 1970 as ISO 8601. Empty if they are none, or beyond the year 9999. */
export function toIso(time: number): string {
  return time > 0 && time < 253_402_300_800_000 ? new Date(time).toISOString() : '';
}
