/** The emoji of the picker with their names, as GitHub and Mastodon write them between colons. */
const named = [
  '😀 grinning, 😃 smiley, 😄 smile, 😁 grin, 😆 laughing satisfied, 😅 sweat_smile, 😂 joy, 🤣 rofl, 😊 blush, 😇 innocent, 🙂 slightly_smiling_face',
  '🙃 upside_down_face, 😉 wink, 😌 relieved, 😍 heart_eyes, 🥰 smiling_face_with_three_hearts in_love, 😘 kissing_heart, 😋 yum',
  '😜 stuck_out_tongue_winking_eye, 🤪 zany_face crazy, 🤨 raised_eyebrow, 🧐 monocle_face, 🤓 nerd_face, 😎 sunglasses cool, 🥳 partying_face party, 😏 smirk',
  '😒 unamused, 😔 pensive, 😟 worried, 🙁 slightly_frowning_face, 😣 persevere, 😩 weary, 🥺 pleading_face, 😢 cry sad, 😭 sob, 😤 triumph, 😠 angry, 😡 rage',
  '🤯 exploding_head mind_blown, 😳 flushed, 🥵 hot_face, 🥶 cold_face, 😱 scream, 😨 fearful, 😰 cold_sweat, 🤗 hugs, 🤔 thinking, 🤭 hand_over_mouth',
  '🤫 shushing_face, 🤥 lying_face, 😶 no_mouth, 😐 neutral_face, 😬 grimacing, 🙄 roll_eyes, 😯 hushed, 😴 sleeping, 🤤 drooling_face, 😵 dizzy_face',
  '🤢 nauseated_face, 🤧 sneezing_face, 😷 mask, 🤒 face_with_thermometer, 🤠 cowboy_hat_face, 😈 smiling_imp devil, 👻 ghost, 💀 skull, 🤖 robot, 👋 wave hello',
  '🤚 raised_back_of_hand, ✋ raised_hand stop, 👌 ok_hand, 🤏 pinching_hand, ✌️ v victory peace, 🤞 crossed_fingers, 🤟 love_you_gesture, 🤘 metal rock_on',
  '🤙 call_me_hand, 👈 point_left, 👉 point_right, 👆 point_up_2, 👇 point_down, ☝️ point_up, 👍 +1 thumbsup like, 👎 -1 thumbsdown dislike, ✊ fist, 👊 punch',
  '👏 clap applause, 🙌 raised_hands, 👐 open_hands, 🤝 handshake, 🙏 pray thanks, ✍️ writing_hand, 💪 muscle strong, 👀 eyes, 🧠 brain, 👶 baby, 🧒 child',
  '🧑 adult, 👩 woman, 👨 man, 🧓 older_adult, 👵 older_woman, 👴 older_man, 🙋 raising_hand, 🤷 shrug, 🤦 facepalm, 🚶 walking, 🏃 runner running, 💃 dancer',
  '🕺 man_dancing, 👪 family, ❤️ heart love, 🧡 orange_heart, 💛 yellow_heart, 💚 green_heart, 💙 blue_heart, 💜 purple_heart, 🖤 black_heart, 🤍 white_heart',
  '🤎 brown_heart, 💔 broken_heart, 💕 two_hearts, 💖 sparkling_heart, 💯 100, 💢 anger, 💥 boom, 💫 dizzy, 💦 sweat_drops, 💤 zzz, ✨ sparkles, ⭐ star, 🌟 star2',
  '🔥 fire, ✅ white_check_mark done, ❌ x, ❓ question, ❗ exclamation, ⚠️ warning, 🚫 no_entry_sign, ♻️ recycle, 🔔 bell, 🎵 musical_note, 🎶 notes music',
  '🐶 dog, 🐱 cat, 🐭 mouse, 🐹 hamster, 🐰 rabbit, 🦊 fox_face, 🐻 bear, 🐼 panda_face, 🐨 koala, 🐯 tiger, 🦁 lion, 🐮 cow, 🐷 pig, 🐸 frog, 🐵 monkey_face',
  '🐔 chicken, 🐧 penguin, 🐦 bird, 🦉 owl, 🦄 unicorn, 🐝 bee, 🦋 butterfly, 🐌 snail, 🐞 lady_beetle, 🐢 turtle, 🐙 octopus, 🐬 dolphin, 🐳 spouting_whale, 🐟 fish',
  '🌵 cactus, 🎄 christmas_tree, 🌲 evergreen_tree, 🌳 deciduous_tree, 🌴 palm_tree, 🌱 seedling, 🍀 four_leaf_clover luck, 🍁 maple_leaf, 🍂 fallen_leaf',
  '🌷 tulip, 🌹 rose, 🌻 sunflower, 🌸 cherry_blossom, 🌍 earth_africa, 🌙 crescent_moon moon, ☀️ sunny sun, ⛅ partly_sunny, 🌧️ rain_cloud',
  '⛈️ thunder_cloud_and_rain, ❄️ snowflake, ⛄ snowman, 🌈 rainbow, 🌊 ocean wave_sea, 🍎 apple, 🍐 pear, 🍊 tangerine, 🍋 lemon, 🍌 banana, 🍉 watermelon',
  '🍇 grapes, 🍓 strawberry, 🍒 cherries, 🍑 peach, 🥭 mango, 🍍 pineapple, 🥥 coconut, 🥑 avocado, 🍅 tomato, 🥕 carrot, 🌽 ear_of_maize, 🥔 potato, 🍞 bread',
  '🥐 croissant, 🥖 baguette_bread, 🧀 cheese, 🥚 egg, 🍳 cooking, 🥞 pancakes, 🍔 hamburger burger, 🍟 fries, 🍕 pizza, 🌮 taco, 🥗 green_salad, 🍝 spaghetti',
  '🍜 steaming_bowl, 🍣 sushi, 🍰 shortcake, 🎂 birthday cake, 🍫 chocolate_bar, 🍪 cookie, 🍩 doughnut, 🍿 popcorn, ☕ coffee, 🍵 tea, 🧃 beverage_box, 🍺 beer',
  '🍷 wine_glass, 🥂 clinking_glasses cheers, ⚽ soccer football, 🏀 basketball, 🎾 tennis, 🏐 volleyball, 🎱 billiards, 🏓 table_tennis_paddle_and_ball',
  '🥊 boxing_glove, 🏆 trophy, 🥇 first_place_medal gold, 🎯 dart target, 🎮 video_game, 🎲 game_die, 🧩 jigsaw puzzle, 🎨 art, 🎭 performing_arts, 🎤 microphone',
  '🎧 headphones, 🎸 guitar, 🎹 musical_keyboard, 🎬 clapper, 🚲 bike, 🚗 car, 🚌 bus, 🚆 train, ✈️ airplane flight, 🚀 rocket, ⛵ sailboat, 🏕️ camping',
  '🏖️ beach_umbrella beach, 🏔️ mountain_snow mountain, 🏠 house, 🏙️ cityscape, 🗺️ world_map, 🧳 luggage, ⛺ tent, 🎡 ferris_wheel, 💡 bulb idea',
  '📱 iphone phone, 💻 computer laptop, ⌨️ keyboard, 📷 camera, 🎥 movie_camera, 📞 telephone_receiver, ⏰ alarm_clock, ⌛ hourglass, 🔋 battery',
  '🔌 electric_plug, 🔧 wrench, 🔨 hammer, 🧰 toolbox, 🔑 key, 🔒 lock, 📚 books, 📖 book open_book, ✏️ pencil2, 📝 memo, 📌 pushpin, 📎 paperclip, ✂️ scissors',
  '📅 date calendar, 📈 chart_with_upwards_trend, 📦 package, ✉️ envelope, 🎁 gift, 🎈 balloon, 🎉 tada hooray, 🎊 confetti_ball, 🕯️ candle, 💰 moneybag',
  '🛒 shopping_cart, 🩹 adhesive_bandage, 💊 pill, 🧪 test_tube, 🔭 telescope, 🧵 spool_of_thread, 👓 eyeglasses, 👕 tshirt, 👟 athletic_shoe',
] as const; // prettier-ignore

const limit = 8;

/** Finds emoji by a part of one of their names, those whose name begins with it first. */
export function findEmoji(typed: string): { emoji: string; name: string }[] {
  const found = named.flatMap((line) =>
    line.split(', ').flatMap((entry) => {
      const [emoji = '', ...names] = entry.split(' ');
      const name = names.find((each) => each.startsWith(typed)) ?? names.find((each) => each.includes(typed));
      return name === undefined
        ? []
        : [{ emoji, name, rank: name === typed ? 0 : name.startsWith(typed) ? 1 : 2 }];
    }),
  );
  return found.sort((a, b) => a.rank - b.rank).slice(0, limit);
}
