import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { excerptOf } from '../posts/text/excerpt-of.ts';
import { short } from '../text/short.ts';
import type { PostKind } from '../posts/post.ts';

const longest = 60;

/**
 * Resolves audit log subjects such as `post 12` to readable names. Subjects deleted permanently have none.
 */
export async function nameSubjects(
  { db }: Pick<App, 'db'>,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: string) => ['0', ...subjects.flatMap((subject) => idIn(kind, subject) ?? [])];
  const [posts, comments, people, messages] = await Promise.all([
    db
      .selectFrom('social.post as post')
      .innerJoin('identity.account as author', 'author.id', 'author_id')
      .select(['post.id', 'kind', 'title', 'text', 'username'])
      .where('post.id', 'in', idsOf('post'))
      .execute(),
    db
      .selectFrom('social.comment as comment')
      .innerJoin('identity.account as author', 'author.id', 'author_id')
      .select(['comment.id', 'text', 'username'])
      .where('comment.id', 'in', idsOf('comment'))
      .execute(),
    db.selectFrom('identity.account').select(['id', 'username']).where('id', 'in', idsOf('person')).execute(),
    db
      .selectFrom('social.moderation_case as one')
      .innerJoin('identity.account as author', 'author.id', 'one.author_id')
      .select(['one.subject_id as id', 'username'])
      .where('one.subject', '=', 'message')
      .where('one.subject_id', 'in', idsOf('message'))
      .execute(),
  ]);
  return new Map([
    ...posts.map(({ id, kind, title, text, username }): [string, string] => {
      const said = title || excerptOf({ kind: kind as PostKind, text }, longest);
      return [`post ${id}`, `${said || t('Post {id}', { id })} (@${username})`];
    }),
    ...comments.map(({ id, text, username }): [string, string] => [
      `comment ${id}`,
      `${short(text, longest)} (@${username})`,
    ]),
    ...messages.map(({ id, username }): [string, string] => [
      `message ${id}`,
      t('Message from @{username}', { username }),
    ]),
    ...people.map(({ id, username }): [string, string] => [`person ${id}`, `@${username}`]),
  ]);
}

const idIn = (kind: string, subject: string) => new RegExp(`^${kind} (\\d+)$`).exec(subject)?.[1];
