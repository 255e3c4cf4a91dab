import { card, pageHeader } from '../../web/components/surfaces.ts';
import {
  checkbox,
  radioGroup,
  selectField,
  timeZoneField,
} from '../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { currentTimeZone } from '../../web/translation/languages.ts';
import { t, tc } from '../../web/translation/translate.ts';
import { longestAlt } from '../posts/new-post.ts';
import { plainMoney } from '../wallet/money.ts';
import { type Event, pathOfEvent } from './event.ts';
import {
  longestEventAbout,
  longestAddress,
  longestPlace,
  longestEventTitle,
  maxCapacity,
  toTyped,
} from './new-event.ts';
import type { EventHost } from './hosts.ts';
import { repeatOf, repeats } from './recurrence.ts';
import { section } from './list-views.ts';

const repeatNames = (): Readonly<Record<(typeof repeats)[number], string>> => ({
  '': t('Once'),
  daily: t('Every day'),
  weekly: t('Every week'),
  biweekly: t('Every two weeks'),
  monthly: t('Every month on the same day'),
  monthly_weekday: t('Every month on the same weekday'),
  yearly: t('Every year'),
  rule: t('By a rule'),
});

/** The values of the form of an event. */
function valuesOf(event: Event): Record<string, string> {
  const { title, about, place, address, link, timeZone, isAllDay, rule, capacity, start, end } =
    toTyped(event);
  const time = (wall: string) => (isAllDay ? `${wall}T00:00` : wall);
  return {
    ...{ title, about, place, address, link, rule },
    time_zone: timeZone,
    start: time(start),
    end: time(end),
    all_day: isAllDay ? 'on' : '',
    ...repeatOf(rule, start),
    capacity: capacity === null ? '' : String(capacity),
    price: event.price === null ? '' : plainMoney(event.price),
  };
}

/** The form of a new event, or of one to edit. */
export function eventFormView(
  state: FormState,
  { event, host, mayEarn = false }: { event?: Event; host?: EventHost | undefined; mayEarn?: boolean } = {},
): View {
  const title = event ? t('Edit event') : t('New event');
  const values: Record<string, string | undefined> = {
    time_zone: currentTimeZone(),
    privacy: 'public',
    ...(event && valuesOf(event)),
    ...state.values,
  };
  const field = bind({ ...state, values });
  const here = event ? pathOfEvent(event) : (host?.href ?? '/events');
  return {
    title,
    section,
    style: 'events',
    body: html`${pageHeader({
      above: html`<p>
        <a dir="auto" href="${here}">${event?.title ?? host?.name ?? tc('event', 'Events')}</a>
      </p>`,
      title,
    })}
    ${card({
      body: form({
        action: event ? `${here}/edit` : '/events/new',
        state,
        upload: !event,
        submit: event ? t('Save changes') : t('Add event'),
        cancel: { label: t('Cancel'), href: here },
        body: html`${Object.entries(host?.query ?? {}).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        ${textField({ ...field('title'), label: t('Title'), maxlength: longestEventTitle, autocomplete: 'off', required: true })}
        ${timeFields(field, values, state)} ${repeatFields(field, values, state)}
        ${textField({ ...field('place'), label: t('Place'), maxlength: longestPlace, required: false })}
        ${textField({ ...field('address'), label: t('Address'), maxlength: longestAddress, required: false })}
        ${textField({
          ...field('link'),
          label: t('Link'),
          hint: t('Where it takes place online.'),
          type: 'url',
          maxlength: 500,
          required: false,
        })}
        ${textArea({ ...field('about'), label: t('Description'), rows: 5, maxlength: longestEventAbout, required: false })}
        ${textField({
          ...field('capacity'),
          label: t('Places'),
          hint: t('Leave it empty for no limit. Others join a waiting list.'),
          type: 'number',
          inputmode: 'numeric',
          min: 1,
          max: maxCapacity,
          required: false,
        })}
        ${mayEarn && priceField(field)} ${!event && newFields(field, values, { state, host })}`,
      }),
    })}`,
  };
}

type Field = ReturnType<typeof bind>;
type Values = Record<string, string | undefined>;

const timeFields = (field: Field, values: Values, state: FormState): Html =>
  html`<div class="event-times">
      ${textField({ ...field('start'), label: t('Start'), type: 'datetime-local', required: true })}
      ${textField({ ...field('end'), label: t('End'), type: 'datetime-local', required: true })}
    </div>
    ${checkbox({ name: 'all_day', label: t('All day'), checked: Boolean(values.all_day) })}
    ${timeZoneField({ name: 'time_zone', value: values.time_zone, error: state.errors?.time_zone, everyZone: true })}`;

const priceField = (field: Field): Html =>
  textField({
    ...field('price'),
    label: t('Price of a ticket'),
    hint: t('Guests pay from their wallet, and get it back if you cancel. Leave it empty if it is free.'),
    inputmode: 'decimal',
    maxlength: 20,
    required: false,
  });

/** The last day and the rule are shown for the choices that need them. */
const repeatFields = (field: Field, values: Values, state: FormState): Html =>
  html`${selectField({
      name: 'repeat',
      label: t('Repeat'),
      value: values.repeat ?? '',
      error: state.errors?.repeat,
      choices: repeats.map((value) => ({ value, label: repeatNames()[value] })),
    })}
    <div class="event-until">
      ${textField({ ...field('until'), label: t('Last day of the series'), type: 'date' })}
    </div>
    <div class="event-rule">
      ${textField({
        ...field('rule'),
        label: t('Rule'),
        hint: t('In the format of calendars (RFC 5545). It has to end.'),
        placeholder: 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=12',
        mono: true,
        maxlength: 300,
      })}
    </div>`;

const newFields = (
  field: Field,
  values: Values,
  { state, host }: { state: FormState; host: EventHost | undefined },
): Html =>
  html`${fileField({ name: 'photos', label: t('Picture'), accept: pictureTypes, error: state.errors?.photos, required: false })}
  ${textField({ ...field('alt'), label: t('Description of the picture'), maxlength: longestAlt, required: false })}
  ${
    !host &&
    radioGroup({
      name: 'privacy',
      label: t('Who sees it'),
      value: values.privacy,
      error: state.errors?.privacy,
      choices: [
        { value: 'public', label: t('Public') },
        { value: 'friends', label: t('Friends') },
      ],
    })
  }`;
