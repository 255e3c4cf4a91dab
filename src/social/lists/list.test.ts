import assert from 'node:assert/strict';
import { test } from 'node:test';
import { socialFeatures } from '../../servers/social-features.ts';
import { listRoutes } from './routes.ts';

test('each list belongs to one feature: none and two are errors at the start', () => {
  assert.equal(listRoutes(socialFeatures).length, 1);
  assert.throws(() => listRoutes(socialFeatures.map((feature) => ({ ...feature, lists: {} }))), {
    message: 'The list newsfeed needs one feature, not none',
  });
  assert.throws(() => listRoutes([...socialFeatures, ...socialFeatures]), {
    message: 'The list newsfeed needs one feature, not two',
  });
});
