import type { App, Viewer } from '../../../src/platform/app.ts';
import { confirmToken, unsubscribeToken } from '../../../src/social/newsletters/subscribing.ts';

/** A newsletter with a subscriber and an issue. */
export async function newsletterExamples(
  { db, clock, config }: App,
  viewer: Viewer,
  id: string,
): Promise<Record<string, string>> {
  const requested_at = clock.now();
  const email = 'reader@example.org';
  const subscriber = await db
    .insertInto('social.newsletter_subscriber')
    .values({ newsletter_id: id, email, email_key: email, requested_at, confirmed_at: requested_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const post = await db
    .selectFrom('social.post')
    .where('author_id', '=', viewer.id)
    .where('kind', '=', 'post')
    .where('parent_id', 'is', null)
    .where('page_id', 'is', null)
    .where('group_id', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('social.newsletter_issue')
    .values({
      ...{ newsletter_id: id, post_id: post.id, audience: 'everyone', last_id: subscriber.id, queued: 1 },
      ...{ created_at: requested_at, next_at: requested_at, finished_at: requested_at },
    })
    .execute();
  return {
    '/newsletters': `/newsletters?user=${viewer.id}`,
    '/newsletters/send': `/newsletters/send?post=${post.id}`,
    '/newsletters/confirm': `/newsletters/confirm?token=${confirmToken({ config }, subscriber.id, requested_at)}`,
    '/newsletters/unsubscribe': `/newsletters/unsubscribe?token=${unsubscribeToken({ config }, subscriber.id, '0')}`,
    '/newsletters/:id': `/newsletters/${id}`,
    '/newsletters/:id/manage': `/newsletters/${id}/manage`,
  };
}
