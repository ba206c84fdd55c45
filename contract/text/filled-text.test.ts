import { expect, it } from 'vitest'
import { filledIn, filledLines, strangeNames, type TextValues } from './filled-text.ts'

const values: TextValues = {
  market: 'Nile {{fee}}',
  operator: '',
  address: '',
  fee: '2.5%',
  ship: '3 days',
  review: '2 to 48 hours',
}

it('takes the values by name, once, and leaves other names as they are', () => {
  expect(filledIn('{{ship}} at {{fee}}, {{price}}, { {ship}}', values)).toBe('3 days at 2.5%, {{price}}, { {ship}}')
  expect(filledIn('{{market}}', values)).toBe('Nile {{fee}}')
  expect(filledIn('By {{operator}}.', values)).toBe('By .')
})

it('leaves out the lines that need a value which is not stated', () => {
  expect(filledLines('a {{ship}}\r\n- {{operator}}, {{ship}}\n- b {{price}}', values)).toBe('a 3 days\n- b {{price}}')
})

it('names what there is no value of', () => {
  expect(strangeNames('{{ship}} {{price}} {{price}} {{toString}}')).toEqual(['price', 'toString'])
})
