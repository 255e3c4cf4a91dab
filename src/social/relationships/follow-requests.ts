import { livePerson } from '../../identity/account/people.ts';
import { setPrivate } from '../../identity/account/privacy.ts';
import { msg, missing } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { notify, withdraw } from '../notify/notify.ts';
import { blockedBetween } from '../people/person.ts';
import { type PageOfPeople, toPeople } from '../people/lists.ts';
import { withPair } from '../people/relation.ts';
import { addFollow, endFollow, endFollowRequest } from './follows.ts';
import { tally } from '../tallies/tally.ts';

/** Accepts a request to follow the viewer, whose private posts the person then sees. */
export async function acceptFollower(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(app, viewer, personId, async (app, { me, other }) => {
    if (!(await endFollowRequest(app, other, me))) throw missing(msg('Follow request'));
    await addFollow(app, other, me);
    await notify(app, { to: other, kind: 'follow_accept', by: me });
  });
}

/** Declines a request to follow the viewer. The person is not notified and may ask again. */
export async function declineFollower(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(app, viewer, personId, async (app, { me, other }) => {
    await endFollowRequest(app, other, me);
  });
}

/** Ends that a person follows the viewer. The person is not notified. */
export async function removeFollower(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(
    app,
    viewer,
    personId,
    async (app, { me, other }) => {
      await tally(app, await endFollow(app, other, me));
      await withdraw(app, { kind: 'follow_accept', to: other, by: me });
    },
    { evenBlocked: true },
  );
}

/** Requests to follow the viewer, newest first. */
export const listFollowRequests = (app: App, viewer: Viewer, page = 0): Promise<PageOfPeople> =>
  toPeople(
    app,
    viewer,
    app.db
      .selectFrom('social.follow_request as request')
      .innerJoinLateral(livePerson('person', 'request.follower_id'), (join) => join.onTrue())
      .where('request.followed_id', '=', viewer.id)
      .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
      .orderBy('request.requested_at', 'desc')
      .orderBy('person.id')
      .select('person.id'),
    page,
  );

/** Number of requests that are answered together. */
const atOnce = 1000;

/** Accepts or declines all pending requests, the oldest first. Returns how many. */
export const answerAllFollowRequests = verb(
  { name: 'relationships.answer-all', who: 'member', limit: perAccount(20, minutes(5)) },
  async (app, viewer: Viewer, answer: 'accept' | 'decline'): Promise<number> => {
    const rows = await app.db
      .selectFrom('social.follow_request')
      .where('followed_id', '=', viewer.id)
      .orderBy('requested_at')
      .limit(atOnce)
      .select('follower_id')
      .execute();
    let answered = 0;
    for (const { follower_id: id } of rows)
      await (answer === 'accept' ? acceptFollower : declineFollower)(app, viewer, id).then(
        () => (answered += 1),
        // Canceled, deleted or blocked meanwhile.
        () => declineUnreachable(app, viewer, id),
      );
    return answered;
  },
);

const declineUnreachable = ({ db }: App, { id: me }: Viewer, id: string) =>
  db
    .deleteFrom('social.follow_request')
    .where('follower_id', '=', id)
    .where('followed_id', '=', me)
    .execute();

/**
 * Makes the viewer's account private or public. Present followers stay. When it becomes public, pending requests are
 * accepted, because nobody has to ask any more.
 */
export const changePrivate = verb(
  { name: 'relationships.private', who: 'member', limit: perAccount(20, minutes(5)) },
  async (app, viewer: Viewer, isPrivateNow: boolean): Promise<void> => {
    await inTransaction(app, (app) => setPrivate(app, viewer.id, isPrivateNow));
    if (!isPrivateNow) while ((await answerAllFollowRequests(app, viewer, 'accept')) === atOnce);
  },
);
