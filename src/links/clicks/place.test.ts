import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createVisitorOf } from '../redirect/visitor.ts';
import { openCityDatabase } from './visitors.ts';

type Value = string | number | { [name: string]: Value } | Value[];

/** Encodes a value in MMDB format: a control byte (type and size), then the value. */
function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(7, entries.length), ...entries.flat().map(encode)]);
}

/** Types above 7 and sizes from 29 use an extra byte. */
function control(type: number, size: number): Buffer {
  const [first, rest] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from(type > 7 ? [first, type - 7, ...rest] : [(type << 5) | first, ...rest]);
}

/** Writes a database with one location for addresses up to 127.255.255.255 and another for the rest. */
function writeDatabase(context: TestContext, low: Value, high: Value): string {
  const data = [encode(low), encode(high)];
  const tree = Buffer.alloc(6);
  tree.writeUIntBE(1 + 16, 0, 3);
  tree.writeUIntBE(1 + 16 + data[0]!.length, 3, 3);
  const metadata = encode({
    node_count: 1,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_772_323_200,
    description: { en: 'Two places' },
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'city.mmdb');
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]));
  return file;
}

const zurich = {
  country: { iso_code: 'CH' },
  subdivisions: [{ iso_code: 'ZH', names: { en: 'Zurich' } }],
  city: { names: { en: 'Zürich' } },
};

test('locates an address as precisely as the database allows', async (context) => {
  const file = writeDatabase(context, zurich, {
    country: { iso_code: 'US' },
    subdivisions: [{ iso_code: 'CA' }],
  });
  const placeOf = await openCityDatabase({ GEOIP_CITY_DB: file });
  const place = { country: 'CH', region: 'Zurich', regionCode: 'CH-ZH', city: 'Zürich' };
  assert.deepEqual(placeOf('10.1.2.3'), place);
  assert.deepEqual(placeOf('::ffff:10.1.2.3'), place);
  assert.deepEqual(placeOf('200.1.2.3'), { country: 'US', region: 'CA', regionCode: 'US-CA' });
  for (const odd of ['', 'nonsense', '1.2.3', '999.1.1.1']) assert.deepEqual(placeOf(odd), {}, odd);

  const sender = { address: '10.1.2.3', userAgent: '', acceptLanguage: '' };
  const visitor = createVisitorOf(() => 'DE', placeOf)(sender, Buffer.alloc(32));
  assert.deepEqual(
    [visitor.country, visitor.region, visitor.regionCode, visitor.city],
    ['CH', 'Zurich', 'CH-ZH', 'Zürich'],
  );
});

test('returns no location for invalid records or without a database', async (context) => {
  const file = writeDatabase(
    context,
    { city: { names: { en: 'Atlantis' } } },
    { country: { iso_code: 'ZZ' } },
  );
  const placeOf = await openCityDatabase({ GEOIP_CITY_DB: file });
  assert.deepEqual([placeOf('10.0.0.1'), placeOf('200.0.0.1')], [{}, {}]);
  assert.deepEqual((await openCityDatabase({ GEOIP_CITY_DB: '' }))('10.0.0.1'), {});
});

test('a missing or invalid database file is rejected by name', async () => {
  await assert.rejects(
    openCityDatabase({ GEOIP_CITY_DB: '/no/such.mmdb' }),
    /GEOIP_CITY_DB=\/no\/such\.mmdb/,
  );
  await assert.rejects(
    openCityDatabase({ GEOIP_CITY_DB: import.meta.filename }),
    /cannot be read as an MMDB file/,
  );
});
