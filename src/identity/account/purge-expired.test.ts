import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { addAuditEntry, listAudit } from '../operators/audit.ts';
import { purgeExpired } from './purge-expired.ts';

test('deletes entries of the audit log after AUDIT_DAYS, and none by default', async (app) => {
  const { id } = await addPerson(app, 'olga');
  await addAuditEntry(app, id, 'settings.update', '', 'old');
  app.clock.turn(days(100));
  await addAuditEntry(app, id, 'settings.update', '', 'new');
  const details = async () => (await listAudit(app, {})).map(({ detail }) => detail);
  await purgeExpired(app);
  assert.deepEqual(await details(), ['new', 'old']);
  await purgeExpired({ ...app, config: { ...app.config, AUDIT_DAYS: 99 } });
  assert.deepEqual(await details(), ['new']);
});
