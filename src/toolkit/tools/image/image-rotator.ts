import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds, writeImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'Image rotator',
  summary: 'Rotate or mirror an image',
  keywords: 'rotate flip flop mirror',
  isolated: true,
  input: {
    image: input.file('Image', examplePng, imageKinds),
    angle: input.optional(input.choice('Clockwise', ['0', '90', '180', '270'], '90'), '0'),
    mirror: input.choice('Mirror', ['no', 'left and right', 'top and bottom'], 'no'),
  },
  output: {
    image: output.file('Image'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
  },
  run: ({ image, angle, mirror }) =>
    writeImage(image, 'same', {}, (picture) =>
      picture
        .rotate(Number(angle))
        .flop(mirror === 'left and right')
        .flip(mirror === 'top and bottom'),
    ),
});
