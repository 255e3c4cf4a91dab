import assert from 'node:assert/strict';
import { test } from 'node:test';
import { socialFeatures } from '../../servers/social-features.ts';
import { listRoutes } from './routes.ts';

test('fails at startup if no feature or more than one provides a list', () => {
  assert.equal(listRoutes(socialFeatures).length, 1);
  assert.throws(() => listRoutes(socialFeatures.map((feature) => ({ ...feature, lists: {} }))), {
    message: 'The list newsfeed must be provided by one feature, not none',
  });
  assert.throws(() => listRoutes([...socialFeatures, ...socialFeatures]), {
    message: 'The list newsfeed must be provided by one feature, not two',
  });
});
