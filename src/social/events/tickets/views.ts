import { renderSVG } from 'uqr';
import { badge, card, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { button } from '../../../web/components/controls.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { personRow } from '../../../web/components/people.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, trusted, type View } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import { eventTimeText } from '../../posts/components/event-link.ts';
import { pathOfEvent, type ShownDate } from '../event.ts';
import { pathOfDate, section } from '../list-views.ts';
import type { Admission, Ticket } from './tickets.ts';

/** The viewer's ticket, to show at the entrance. */
export const ticketCard = ({ code, address, checkedInAt }: Ticket): Html =>
  card({
    title: t('Your ticket'),
    lead: t('Show it at the entrance, or say the code.'),
    body: html`<div class="event-ticket">
      <div class="event-ticket-code" role="img" aria-label="${t('QR code of your ticket')}">
        ${trusted(renderSVG(address, { border: 2 }))}
      </div>
      <div>
        <p class="event-ticket-text"><code>${code}</code></p>
        ${checkedInAt !== null && badge(t('Checked in'), 'success')}
      </div>
    </div>`,
  });

const checkedInCount = ({ date }: Pick<ShownDate, 'date'>): string =>
  t('{count} of {going} checked in', { count: date.checkedIn, going: date.going });

/** Where the host lets guests in: by the address of a code, or by entering it. */
export function checkInView(
  shown: ShownDate,
  { found, state = {} }: { found?: Admission | undefined; state?: FormState },
): View {
  const { event } = shown;
  const here = `${pathOfEvent(event)}/check-in`;
  return {
    title: t('Check in guests'),
    section,
    style: 'events',
    head: html`<meta name="robots" content="noindex" /><meta name="referrer" content="no-referrer" />`,
    body: html`${pageHeader({
      above: html`<p><a dir="auto" href="${pathOfDate(shown)}">${event.title}</a></p>`,
      title: t('Check in guests'),
      lead: `${eventTimeText({ ...event, ...shown.date })} · ${checkedInCount(shown)}`,
    })}
    ${found && foundCard(here, found)}
    ${card({
      title: t('Enter a code'),
      lead: t('Or scan the QR code of the ticket with the camera of your phone.'),
      body: form({
        action: here,
        state,
        answersWithPage: true,
        body: html`${textField({
          ...bind(state)('code'),
          label: t('Code of the ticket'),
          autocomplete: 'off',
          maxlength: 40,
          mono: true,
          required: true,
        })}
        ${button({ label: t('Check in'), icon: 'check', ...(!found && { kind: 'primary' }) })}`,
      }),
    })}`,
  };
}

function foundCard(here: string, { person, isGoing, checkedInAt, code, date }: Admission): Html {
  const fields = { code };
  return card({
    body: personRow({
      person,
      href: `/@${person.username}`,
      detail: !isGoing
        ? t('No longer going')
        : checkedInAt === null
          ? t('Not checked in yet')
          : html`${badge(t('Checked in'), 'success')} ${relativeTime(checkedInAt)}`,
      actions:
        isGoing && date.canceledAt === null
          ? checkedInAt === null
            ? buttonForm({ to: here, label: t('Check in'), icon: 'check', kind: 'primary', fields })
            : buttonForm({ to: `${here}/undo`, label: t('Undo'), fields })
          : undefined,
    }),
  });
}
