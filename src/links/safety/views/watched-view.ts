import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { notice } from '../../../web/components/notice.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { watchedPerPage, type Show } from '../reviews/list-watched.ts';
import { rules } from '../lists/rules.ts';
import type { ModeratedLink } from '../reviews/moderated-link.ts';
import { operatorView } from './operator-frame.ts';
import { watchedColumns } from './watched-table.ts';

interface WatchedPage {
  hopUrl: string;
  now: Date;
  show: Show;
  links: readonly ModeratedLink[];
  /** A search that found nothing. */
  missed: string | undefined;
}

const shows = (): Readonly<Record<Show, { label: string; empty: string; text: string }>> => ({
  newest: {
    label: t('Newest'),
    empty: t('No links yet'),
    text: t('Links that members create will appear here.'),
  },
  held: {
    label: t('Held'),
    empty: t('All caught up'),
    text: t('Links that match a rule will appear here until you review them.'),
  },
  suspended: {
    label: t('Suspended'),
    empty: t('No links are suspended'),
    text: t('Links you suspend will appear here.'),
  },
});

/** Links of all accounts. */
export function watchedView({ hopUrl, now, show, links, missed: notFoundQuery }: WatchedPage): View {
  const last = links.length === watchedPerPage ? links.at(-1) : undefined;
  return operatorView(
    t('Links'),
    '/operator/links',
    t('Links of all accounts. Held links warn visitors until reviewed; suspended links do not work.'),
    html`${finder(notFoundQuery)}
    ${tabs(
      t('Links'),
      (Object.keys(shows()) as Show[]).map((key) => ({
        label: shows()[key].label,
        href: `/operator/links?show=${key}`,
        current: key === show,
      })),
    )}
    ${card({
      flush: true,
      body: table({
        caption: t('{label} links', { label: shows()[show].label }),
        rows: links,
        columns: columns(hopUrl, now, show),
        empty: emptyState({ illustration: 'links', title: shows()[show].empty, text: shows()[show].text }),
      }),
    })}
    ${olderNewer({ older: last !== undefined && `/operator/links?show=${show}&before=${last.id}` })}`,
  );
}

function columns(hopUrl: string, now: Date, show: Show) {
  const usual = watchedColumns(hopUrl, now);
  if (show !== 'held') return usual;
  const why = { label: t('Held for'), cell: ({ heldFor }: ModeratedLink) => ruleTitle(heldFor) };
  return [...usual.slice(0, 1), why, ...usual.slice(1)];
}

/** Returns the title of a rule by the name stored with the link. */
const ruleTitle = (heldFor: string | null): string =>
  heldFor !== null && heldFor in rules()
    ? rules()[heldFor as keyof ReturnType<typeof rules>].title
    : t('Your lists');

const finder = (notFoundQuery: string | undefined): Html =>
  html`${notFoundQuery !== undefined && notice({ tone: 'warning', body: t('No link at “{missed}”.', { missed: notFoundQuery }) })}
    <form class="search find-link" action="/operator/links" method="get" role="search">
      ${textField({
        name: 'q',
        label: t('Find a link by its short URL'),
        value: notFoundQuery,
        type: 'search',
        icon: 'search',
        autocomplete: 'off',
      })}
      ${button({ label: t('Find') })}
    </form>`;
