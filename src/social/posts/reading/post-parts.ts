import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { App, Asker } from '../../../platform/app.ts';
import type { DB } from '../../../platform/database/rows.gen.ts';
import { smallPath } from '../../../platform/pictures.ts';
import { isEntitled } from '../../access/entitlement.ts';
import { hasHiddenPeople, hiddenFrom } from '../../people/person.ts';
import { formatMoney, type Money, plainMoney, toMoney } from '../../wallet/money.ts';
import type { Paywall } from '../paywall.ts';
import type { ArticleDetails } from '../post.ts';

/** Columns of an article for a query over `post`. Null for other kinds. */
export const articleOf = (eb: ExpressionBuilder<DB & { post: DB['social.post'] }, 'post'>) =>
  jsonObjectFrom(
    eb
      .selectFrom('social.article as article')
      .whereRef('article.post_id', '=', 'post.id')
      .select([
        sql<string | null>`article.category_id::text`.as('categoryId'),
        'article.cover',
        'article.cover_width as coverWidth',
        'article.cover_height as coverHeight',
        'article.cover_alt as coverAlt',
        'article.tags',
        'article.words',
        'article.minutes',
        sql<string[]>`array(select path from social.text_picture where text_picture.post_id = article.post_id
          union select path from social.paywall_file where paywall_file.post_id = article.post_id)`.as(
          'pictures',
        ),
      ]),
  );

interface ArticleRow {
  categoryId: string | null;
  category: string | null;
  cover: string | null;
  coverWidth: number | null;
  coverHeight: number | null;
  coverAlt: string;
  tags: string[];
  words: number;
  minutes: number;
  pictures: string[];
}

type AddressOf = (path: string) => string;

/** @param isOpen whether everyone can see the article; otherwise, `addressOf` returns signed URLs */
export const toDetails = (row: ArticleRow, addressOf: AddressOf, isOpen: boolean): ArticleDetails => ({
  categoryId: row.categoryId,
  category: row.category,
  cover:
    row.cover === null
      ? null
      : {
          path: row.cover,
          address: addressOf(row.cover),
          small: addressOf(smallPath(row.cover)),
          width: row.coverWidth ?? 0,
          height: row.coverHeight ?? 0,
          alt: row.coverAlt,
        },
  pictures: isOpen ? new Map() : signedPictures(row.pictures, addressOf),
  tags: row.tags,
  words: row.words,
  minutes: row.minutes,
});

const signedPictures = (paths: readonly string[], addressOf: AddressOf) =>
  new Map(paths.flatMap((path) => [path, smallPath(path)].map((each) => [each, addressOf(each)] as const)));

interface LockedMedia {
  photo: {
    id: number;
    path: string;
    small_path: string;
    width: number;
    height: number;
    alt: string;
    position: number;
  }[];
  video: {
    path: string;
    type: string;
    width: number | null;
    height: number | null;
    milliseconds: string | null;
    poster: string | null;
    alt: string;
  }[];
  attachment: {
    path: string;
    kind: string | null;
    name: string;
    type: string;
    bytes: string;
    milliseconds: string | null;
    position: number;
  }[];
  cover: { cover: string; cover_width: number; cover_height: number; cover_alt: string } | null;
}

/** A paywall as seen by a viewer: `text` and `media` are null without access. */
interface PaywallRow extends Omit<Paywall, 'teaser' | 'shownPrice' | 'offer'> {
  offer: Omit<NonNullable<Paywall['offer']>, 'plainPrice'> | null;
  text: string | null;
  media: LockedMedia | null;
}

/**
 * SQL: the paywall of `post`, or null. The only query that reads paid content for viewers other than its
 * author.
 */
export const paywallOf = (viewer: Asker | undefined): RawBuilder<PaywallRow | null> => sql`(
  select jsonb_build_object('isOpen', access.is_open, 'isForMembers', wall.is_for_members, 'planId', wall.plan_id::text,
    'price', wall.price::text, 'blur', wall.blur,
    'text', case when access.is_open then wall.text end, 'media', case when access.is_open then wall.media end,
    'offer', case when wall.is_for_members and not access.is_open then (
      select jsonb_build_object('id', offered.id::text, 'title', offered.title, 'price', offered.price::text,
        'period', offered.period, 'periodNum', offered.period_num)
      from social.plan as offered
      where case when post.page_id is null then offered.account_id = post.author_id else offered.page_id = post.page_id end
        and offered.deleted_at is null
        and (wall.plan_id is null or offered.daily_price >= (
          select daily_price from social.plan as least where least.id = wall.plan_id))
      order by offered.daily_price, offered.id limit 1) end)
  from social.paywall as wall, lateral (select ${isEntitled('post', viewer)} as is_open) as access
  where wall.post_id = post.id)`;

interface Content {
  text: string;
  photos: (Omit<LockedMedia['photo'][number], 'id' | 'position'> & { id: string })[];
  video: LockedMedia['video'][number] | null;
  attachments: Omit<LockedMedia['attachment'][number], 'position'>[];
}

/** The cover of an article, as in `articleOf`. */
interface Cover {
  cover: string;
  coverWidth: number;
  coverHeight: number;
  coverAlt: string;
}

/** The content of a post as seen by a viewer: public, or from behind its paywall. */
export function contentOf(
  { config }: Pick<App, 'config'>,
  row: Content & { paywall: PaywallRow | null },
): Content & { paywall: Paywall | null; cover?: Cover } {
  const { paywall, text, photos, video, attachments } = row;
  if (!paywall) return { text, photos, video, attachments, paywall: null };
  const { text: locked, media, price, offer, ...wall } = paywall;
  const shown = {
    ...wall,
    teaser: text,
    price: price === null ? null : toPrice(BigInt(price)),
    shownPrice: price === null ? null : formatMoney(config, BigInt(price)),
    offer: offer && { ...offer, plainPrice: offer.price, price: formatMoney(config, toMoney(offer.price)) },
  };
  if (!media) return { text, photos, video, attachments, paywall: shown };
  const inOrder = <T extends { position: number }>(rows: readonly T[]) =>
    rows.toSorted((a, b) => a.position - b.position);
  return {
    text: locked ?? text,
    photos: inOrder(media.photo).map((photo) => ({ ...photo, id: String(photo.id) })),
    video: media.video[0] ?? null,
    attachments: inOrder(media.attachment),
    paywall: shown,
    ...(media.cover && { cover: toCover(media.cover) }),
  };
}

const toCover = ({
  cover,
  cover_width,
  cover_height,
  cover_alt,
}: NonNullable<LockedMedia['cover']>): Cover => ({
  cover,
  coverWidth: cover_width,
  coverHeight: cover_height,
  coverAlt: cover_alt,
});

/** Formats a price with at least two decimals. */
const toPrice = (price: Money): string => {
  const [whole = '0', decimals = ''] = plainMoney(price).split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
};

/** Counts hidden from a viewer by kind, for one post or comment. Null if none are. */
type HiddenCounts = Readonly<Record<string, number>> | null;

/**
 * SQL: comments and reactions on `posts` (ids) by people blocked in either direction, and by accounts scheduled for
 * deletion, one row for each post that has any. The stored counters include them, which would reveal content hidden
 * from the viewer. Most viewers block few people, and then the function is not called.
 */
export const hiddenCounts = (
  posts: RawBuilder<unknown>,
  viewerId: string | null,
): RawBuilder<{ post_id: string; counts: Record<string, number> }> => sql`(
  select post_id, counts
  from social.counts_by(array(${posts}), array(select id from (${hiddenFrom(viewerId)}) as hidden order by id))
  where ${hasHiddenPeople(viewerId)})`;

/**
 * SQL: the hidden reactions to the comment in a column. Checks once for all rows whether there can be any. `is true`
 * makes the planner read the reactions of the comment, and not all of the hidden people.
 */
export const hiddenCountsOfComment = (
  column: string,
  viewerId: string | null,
): RawBuilder<HiddenCounts> => sql`
  case when ${hasHiddenPeople(viewerId)} then (
    with hidden as materialized (${hiddenFrom(viewerId)})
    select json_object_agg(kind, n) from (
      select kind, count(*)::integer as n from social.comment_reaction
      where comment_id = ${sql.ref(column)} and (account_id in (select id from hidden)) is true
      group by kind
    ) as counted
  ) end`;
