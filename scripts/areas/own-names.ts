/**
 * Names that the data lacks, by code, written for this project: Chinese ones of Chinese provinces, which CLDR has in
 * English only.
 */
export const ownNames: Readonly<Record<string, string>> = Object.fromEntries(
  `
CN-AH 安徽 CN-BJ 北京 CN-CQ 重庆 CN-FJ 福建 CN-GD 广东 CN-GS 甘肃 CN-GX 广西 CN-GZ 贵州 CN-HA 河南 CN-HB 湖北 CN-HE 河北 CN-HI 海南 CN-HL 黑龙江 CN-HN 湖南 CN-JL 吉林 CN-JS 江苏
CN-JX 江西 CN-LN 辽宁 CN-NM 内蒙古 CN-NX 宁夏 CN-QH 青海 CN-SC 四川 CN-SD 山东 CN-SH 上海 CN-SN 陕西 CN-SX 山西 CN-TJ 天津 CN-XJ 新疆 CN-XZ 西藏 CN-YN 云南 CN-ZJ 浙江
TW-CHA 彰化 TW-CYI 嘉义县 TW-CYQ 嘉义市 TW-HSQ 新竹县 TW-HSZ 新竹市 TW-HUA 花莲 TW-ILA 宜兰 TW-KEE 基隆 TW-KHH 高雄 TW-KIN 金门 TW-LIE 连江 TW-MIA 苗栗 TW-NAN 南投 TW-NWT 新北 TW-PEN 澎湖
TW-PIF 屏东 TW-TAO 桃园 TW-TNN 台南 TW-TPE 台北 TW-TTT 台东 TW-TXG 台中 TW-YUN 云林`
    .trim()
    .split(/\s+/)
    .reduce<[string, string][]>((pairs, word) => {
      if (/^[A-Z]{2}-/.test(word)) pairs.push([word, ''])
      else pairs.at(-1)![1] = word
      return pairs
    }, []),
)
