import { texts } from '../../kit/text';

export const text = texts({
  ua: {
    choose: 'Вибрати зображення',
    replace: 'Замінити',
    remove: 'Прибрати',
    cropTitle: 'Вибрати видиму частину',
    cropHint: 'Перетягніть зображення мишею, пальцем або стрілками та змініть масштаб.',
    cropLabel: 'Видима частина зображення; стрілки її рухають',
    zoom: 'Масштаб',
    cropDone: 'Готово',
    notAnImage: 'Це не зображення, яке можна показати. Підійдуть JPEG, PNG, WebP, GIF та AVIF.',
  },
  en: {
    choose: 'Choose an image',
    replace: 'Replace',
    remove: 'Remove',
    cropTitle: 'Choose the visible part',
    cropHint: 'Drag the image with the mouse, a finger or the arrow keys, and change the zoom.',
    cropLabel: 'The visible part of the image; the arrow keys move it',
    zoom: 'Zoom',
    cropDone: 'Done',
    notAnImage: 'This is not an image that can be shown. JPEG, PNG, WebP, GIF and AVIF are fine.',
  },
});
