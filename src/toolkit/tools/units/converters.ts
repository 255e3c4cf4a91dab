import { dimensionTool } from '../../conversions/pair-tools.ts';
import { dimensions } from '../../conversions/dimensions.ts';

/** One for each dimension, but those that have categories of their own. */
export default Object.keys(dimensions)
  .filter((dimension) => dimension !== 'data' && dimension !== 'duration')
  .map(dimensionTool);
