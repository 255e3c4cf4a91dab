import type { App } from '../../../platform/app.ts';
import type { CaseSubject } from '../case.ts';

interface SubjectText {
  title: string;
  text: string;
}

/** Returns the text and state of a subject, or undefined for a person. */
export async function getSubjectText(
  { db }: Pick<App, 'db'>,
  subject: CaseSubject,
  id: string,
): Promise<SubjectText | undefined> {
  if (subject === 'post')
    return db
      .selectFrom('social.post as post')
      .leftJoin('social.paywall as wall', 'wall.post_id', 'post.id')
      .where('post.id', '=', id)
      .select((eb) => ['post.title', eb.fn.coalesce('wall.text', 'post.text').as('text')])
      .executeTakeFirst();
  if (subject === 'comment') {
    const found = await db
      .selectFrom('social.comment')
      .where('id', '=', id)
      .select('text')
      .executeTakeFirst();
    return found && { title: '', text: found.text };
  }
  if (subject === 'message') {
    const found = await db
      .selectFrom('social.case_message')
      .where('message_id', '=', id)
      .select('text')
      .executeTakeFirst();
    return found && { title: '', text: found.text };
  }
  if (subject === 'page')
    return db
      .selectFrom('social.page')
      .where('id', '=', id)
      .select(['title', 'about as text'])
      .executeTakeFirst();
  return undefined;
}
