import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceKey, type DeviceTraits } from './limit-counters.ts';

const phone: DeviceTraits = { userAgent: 'Phone/1.0', address: '192.0.2.1' };

test('identifies a device by network and reported name, across updates', () => {
  const same: Partial<DeviceTraits>[] = [
    { address: '192.0.99.7' },
    { address: '::ffff:192.0.2.1' },
    { userAgent: 'Phone/2.14.3' },
  ];
  for (const change of same) assert.equal(deviceKey({ ...phone, ...change }), deviceKey(phone));
  const others: Partial<DeviceTraits>[] = [
    { address: '192.1.2.1' },
    { address: '2001:db8::1' },
    { userAgent: 'Desk/1.0' },
    { name: 'Pixel' },
  ];
  for (const change of others) assert.notEqual(deviceKey({ ...phone, ...change }), deviceKey(phone));
  const household = ['2001:db8:1:2::1', '2001:db8:1:ffff::9'].map((address) =>
    deviceKey({ ...phone, address }),
  );
  assert.equal(household[0], household[1]);
  assert.ok(deviceKey({ ...phone, address: 'unknown' }));
});
