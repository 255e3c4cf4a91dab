import { cleanText, isBlank, toLine } from '../../kernel/text.ts';
import { cleanName } from '../../kernel/typed-text/clean-name.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import {
  getNewsletterHost,
  getNewsletter,
  hostColumn,
  type HostId,
  refuseManagingNewsletter,
} from './newsletter.ts';

export const longestNewsletterTitle = 80;
export const longestNewsletterAbout = 500;

export interface TypedNewsletter {
  title: string;
  about: string;
  isOpen: boolean;
}

/** Adds the newsletter of a host, or changes it. Returns its id. */
export const saveNewsletter = verb(
  { name: 'newsletters.save', who: 'member', limit: perAccount(60, hours(1)) },
  async (app, viewer: Viewer, hostId: HostId, typed: TypedNewsletter): Promise<string> => {
    refuseManagingNewsletter(await getNewsletterHost(app, viewer, hostId));
    const title = cleanName(toLine(cleanText(typed.title, 'title', longestNewsletterTitle)));
    const about = cleanText(typed.about, 'about', longestNewsletterAbout);
    if (isBlank(title)) throw invalid('title', msg('Enter a title'));
    const content = { title, about, is_open: typed.isOpen };
    const column = hostColumn(hostId.kind);
    const { id } = await app.db
      .insertInto('social.newsletter')
      .values({ ...content, [column]: hostId.id, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.column(column).doUpdateSet(content))
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
);

/** Deletes a newsletter with its subscribers and the record of what was sent. The posts stay. */
export const deleteNewsletter = verb(
  { name: 'newsletters.delete', who: 'member', limit: perAccount(60, hours(1)) },
  async (app, viewer: Viewer, id: string): Promise<void> => {
    const { host } = await getNewsletter(app, viewer, { id });
    refuseManagingNewsletter(host);
    await app.db.deleteFrom('social.newsletter').where('id', '=', id).execute();
  },
);

/** A newsletter in a list of those that the viewer gets or manages. */
export interface ListedNewsletter {
  id: string;
  title: string;
}

/** The most in a list. */
const most = 200;

/** The newsletters of the viewer, of pages and groups that they own. */
export const listOwnNewsletters = (
  { db }: Pick<App, 'db'>,
  { id }: Pick<Viewer, 'id'>,
): Promise<ListedNewsletter[]> =>
  db
    .selectFrom('social.newsletter as newsletter')
    .where((eb) =>
      eb.or([
        eb('account_id', '=', id),
        eb(
          'page_id',
          'in',
          eb
            .selectFrom('social.page')
            .where('owner_id', '=', id)
            .where('deleted_at', 'is', null)
            .select('id'),
        ),
        eb(
          'page_id',
          'in',
          eb
            .selectFrom('social.page_role')
            .where('account_id', '=', id)
            .where('role', 'in', ['admin', 'editor'])
            .select('page_id'),
        ),
        eb(
          'group_id',
          'in',
          eb
            .selectFrom('social.people_group_member')
            .where('account_id', '=', id)
            .where('role', 'in', ['owner', 'admin'])
            .select('group_id'),
        ),
      ]),
    )
    .select(['id', 'title'])
    .orderBy('id')
    .limit(most)
    .execute();

/** The newsletters that the viewer's account gets. */
export const listSubscriptions = (
  { db }: Pick<App, 'db'>,
  { id }: Pick<Viewer, 'id'>,
): Promise<(ListedNewsletter & { since: Date })[]> =>
  db
    .selectFrom('social.newsletter_subscriber as subscriber')
    .innerJoin('social.newsletter as newsletter', 'newsletter.id', 'subscriber.newsletter_id')
    .where('subscriber.account_id', '=', id)
    .select(['newsletter.id', 'newsletter.title', 'subscriber.requested_at as since'])
    .orderBy('subscriber.id', 'desc')
    .limit(most)
    .execute();
