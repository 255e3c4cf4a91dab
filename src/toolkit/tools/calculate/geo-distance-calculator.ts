import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Coordinates distance calculator',
  summary: 'Calculate distance and bearing between two places on Earth',
  keywords: 'haversine latitude longitude gps',
  input: {
    fromLatitude: input.number('From latitude', 52.52, -90, 90),
    fromLongitude: input.number('From longitude', 13.405, -180, 180),
    toLatitude: input.number('To latitude', 48.8566, -90, 90),
    toLongitude: input.number('To longitude', 2.3522, -180, 180),
  },
  output: {
    kilometers: output.number('Kilometers'),
    miles: output.number('Miles'),
    bearing: output.number('Bearing in °'),
  },
  sample: { kilometers: 877.465, miles: 545.231, bearing: 246.74 },
  run: ({ fromLatitude, fromLongitude, toLatitude, toLongitude }) => {
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    const [a, b] = [radians(fromLatitude), radians(toLatitude)];
    const turn = radians(toLongitude - fromLongitude);
    const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(turn / 2) ** 2;
    const kilometers = 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
    const bearing =
      (Math.atan2(
        Math.sin(turn) * Math.cos(b),
        Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn),
      ) *
        180) /
      Math.PI;
    return {
      kilometers: Math.round(kilometers * 1000) / 1000,
      miles: Math.round((kilometers / 1.609344) * 1000) / 1000,
      bearing: Math.round(((bearing + 360) % 360) * 100) / 100,
    };
  },
});
