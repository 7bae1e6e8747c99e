import { texts } from '../text';

/** Words of files and of the camera: loaded with them, where those of `kit/words` are part of the first load. */
export const fileWords = texts({
  ua: {
    drop: 'Перетягніть файл сюди або виберіть його',
    chooseFile: 'Вибрати файл',
    removeFile: (name: string) => `Прибрати «${name}»`,
    wrongFile: (name: string) => `«${name}»: такий тип файлу не підходить`,
    bigFile: (name: string, size: string) => `«${name}» завеликий: дозволено до ${size}`,
    sending: (name: string) => `Передається «${name}»`,
    noCamera: 'Камера недоступна. Дозвольте доступ до неї в налаштуваннях браузера або введіть код вручну.',
  },
  en: {
    drop: 'Drop a file here or choose one',
    chooseFile: 'Choose a file',
    removeFile: (name: string) => `Remove “${name}”`,
    wrongFile: (name: string) => `“${name}”: this type of file is not accepted`,
    bigFile: (name: string, size: string) => `“${name}” is too large: up to ${size} is allowed`,
    sending: (name: string) => `Sending “${name}”`,
    noCamera: 'The camera is not available. Allow it in the browser’s settings or type the code.',
  },
});
