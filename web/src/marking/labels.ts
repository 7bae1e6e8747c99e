import { texts } from '../kit/text';

/** The words that the shell and other slices' pages show before a page of this slice is opened. */
export const labels = texts({
  ua: {
    scan: 'Сканування',
    labels: 'Етикетки',
    lookUp: 'Знайти',
    receive: 'Прийняти',
    pick: 'Зібрати',
    print: 'Друкувати етикетки',
    scanCommand: 'Відкрити сканер',
  },
  en: {
    scan: 'Scan',
    labels: 'Labels',
    lookUp: 'Look up',
    receive: 'Receive',
    pick: 'Pick',
    print: 'Print labels',
    scanCommand: 'Open the scanner',
  },
});
