import { sql } from 'kysely';
import { invalid, type Message, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { parseLine } from '../../kernel/typed-text/parse-text.ts';
import { looseText, NumberOrText } from '../loose-values.ts';
import { fieldsOf, type TextField } from '../owned/fields.ts';
import { declareKind, type ObjectOf } from '../owned/owned.ts';

const longestName = 100;
const longestValue = 200;

/** The parameters of a template, by property, with their names in URLs. */
const templateParameters = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
  ref: 'ref',
} as const;
type Property = keyof typeof templateParameters;

const parameter = (property: Property, label: Message, placeholder: string): TextField<string> => ({
  column: property,
  label,
  isOptional: true,
  control: { maxlength: longestValue, placeholder },
  body: {
    new: looseText(`The parameter ${templateParameters[property]}. Blank: not in the template`),
    change: looseText('Blank: removed from the template'),
  },
  parse: (text) => parseLine(property, text, { what: label, max: longestValue }),
});

const templateFields = fieldsOf({
  name: {
    column: 'name',
    label: msg('Name'),
    hint: () => t('Only visible to you.'),
    placeholder: msg('Newsletter'),
    control: { maxlength: longestName },
    body: {
      new: NumberOrText('1 to 100 characters, unique among your templates'),
      change: looseText('Blank: unchanged'),
    },
    omitsBlank: 'in API',
    parse: (text) => parseLine('name', text, { what: msg('The name'), min: 1, max: longestName }),
  },
  source: parameter('source', msg('Source'), 'newsletter'),
  medium: parameter('medium', msg('Medium'), 'email'),
  campaign: parameter('campaign', msg('Campaign'), 'spring'),
  term: parameter('term', msg('Term'), 'shoes'),
  content: parameter('content', msg('Content'), 'banner'),
  ref: parameter('ref', msg('Referral'), 'partner'),
});

/** A set of parameters for the destinations of links. */
export type UtmTemplate = ObjectOf<typeof templateFields>;

export const ownedTemplates = declareKind({
  feature: 'utm',
  table: 'links.utm_template',
  name: msg('UTM template'),
  fields: templateFields,
  check: (template) => {
    if (parametersOfTemplate(template).length === 0)
      throw invalid('source', msg('Enter at least one parameter'));
  },
  // Links keep the parameters and do not refer to the template.
  uses: sql<number>`0::float8`,
  order: sql`lower(own.name)`,
  unique: {
    utm_template_name: ({ name }) =>
      invalid('name', msg('You already have a template “{name}”. Choose another name.', { name })),
  },
  takenSince: () => invalid('name', msg('Another template now uses this name. Rename that one first.')),
});

/** The parameters that a template adds to a URL. */
export const parametersOfTemplate = (
  template: Readonly<Record<Property, string>>,
): { name: string; value: string }[] =>
  (Object.entries(templateParameters) as [Property, string][])
    .map(([property, name]) => ({ name, value: template[property] }))
    .filter(({ value }) => value !== '');
