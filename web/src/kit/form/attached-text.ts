import { texts } from '../text';

export const text = texts({
  ua: {
    files: 'Файли',
    addFile: 'Додати файл',
    noFiles: 'Файлів ще немає.',
    open: (name: string) => `Відкрити «${name}»`,
  },
  en: {
    files: 'Files',
    addFile: 'Add a file',
    noFiles: 'No files yet.',
    open: (name: string) => `Open “${name}”`,
  },
});
