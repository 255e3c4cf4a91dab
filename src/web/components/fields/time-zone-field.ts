import { t } from '../../../kernel/translation/translate.ts';
import { commonZones, timeZones } from '../../../kernel/time.ts';
import type { Html } from '../../html.ts';
import { selectField } from './choice-field.ts';

/** The time zone of a time beside it. Below a `time-zone` controller, the reader's zone is selected. */
export function timeZoneField(options: {
  name: string;
  id?: string;
  value: string | undefined;
  error?: string | undefined;
  everyZone?: boolean;
}): Html {
  const { everyZone = false, value, ...field } = options;
  const zone = value === undefined || value === '' ? 'UTC' : value;
  const offered = everyZone ? timeZones : commonZones;
  const zones = offered.includes(zone) ? offered : [...offered, zone];
  return selectField({
    ...field,
    label: t('Time zone'),
    value: zone,
    choices: zones.map((each) => ({ value: each, label: each.replaceAll('_', ' ') })),
  });
}
