import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { Answer } from '../../platform/http/families/links.ts';
import {
  addKindRoute,
  deleteRoute,
  listRoute,
  Message,
  readKindRoute,
  updateKindRoute,
} from '../owned/api.ts';
import { ownedTemplates, type UtmTemplate } from './templates.ts';

const templateFields = {
  id: Type.Integer(),
  name: Type.String(),
  source: Type.String(),
  medium: Type.String(),
  campaign: Type.String(),
  term: Type.String(),
  content: Type.String(),
  ref: Type.String(),
  date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS' }),
};
const TemplateRecord = Type.Object(templateFields, { title: 'UtmTemplate' });

const toTemplateRecord = ({ id, createdAt, ...fields }: UtmTemplate): Static<typeof TemplateRecord> => ({
  ...fields,
  id: Number(id),
  date: sqlDate(createdAt),
});

const tag = 'UTM templates';

export const templateRoutes = [
  listRoute({
    path: '/api/utmtemplates',
    summary: 'List UTM templates by name',
    description: 'Extension. To apply a template to a link, set `utmtemplate` of the link to its id.',
    tag,
    key: 'utmtemplates',
    record: TemplateRecord,
    list: ownedTemplates.list,
    toRecord: toTemplateRecord,
  }),
  readKindRoute({
    path: '/api/utmtemplate/:id',
    summary: 'Retrieve a UTM template',
    description: 'Extension.',
    tag,
    kind: ownedTemplates,
    fields: templateFields,
    toRecord: toTemplateRecord,
  }),
  addKindRoute({
    kind: ownedTemplates,
    path: '/api/utmtemplate/add',
    summary: 'Create a UTM template',
    description: 'Extension. At least one parameter is required.',
    tag,
    title: 'UtmTemplateBody',
    example: { name: 'Newsletter', source: 'newsletter', medium: 'email', campaign: 'spring' },
    returns: Answer({ id: Type.Integer() }),
    toAnswer: ({ id }) => ({ id: Number(id) }),
  }),
  updateKindRoute({
    kind: ownedTemplates,
    path: '/api/utmtemplate/:id/update',
    summary: 'Update a UTM template',
    description: 'Extension. Omitted fields do not change. Links keep the parameters that they have.',
    tag,
    example: { campaign: 'summer', term: '' },
    returns: Message,
    toAnswer: () => ({ message: 'UTM template updated' }),
  }),
  deleteRoute({
    path: '/api/utmtemplate/:id/delete',
    summary: 'Delete a UTM template',
    description: 'Extension. Links keep the parameters that they have.',
    tag,
    remove: ownedTemplates.remove,
    message: 'UTM template deleted',
  }),
];
