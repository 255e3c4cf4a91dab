import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { isEntitled } from '../../access/paywall.ts';
import { formatMoney, type Money, plainMoney, toMoney } from '../../wallet/money.ts';
import type { Paywall } from '../paywall/paywall.ts';

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
interface Row extends Omit<Paywall, 'teaser' | 'shownPrice' | 'offer'> {
  offer: Omit<NonNullable<Paywall['offer']>, 'plainPrice'> | null;
  text: string | null;
  media: LockedMedia | null;
}

/**
 * SQL: the paywall of `post`, or null. The only query that reads paid content for viewers other than its
 * author.
 */
export const paywallOf = (viewer: Viewer | undefined): RawBuilder<Row | null> => sql`(
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
  row: Content & { paywall: Row | null },
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
