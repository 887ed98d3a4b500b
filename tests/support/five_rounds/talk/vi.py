"""What is said in Vietnamese when nobody states anything."""

from __future__ import annotations

from support.five_rounds.talk.words import Talk

TALK = Talk(
    names="Hạnh Tuấn Mai Quang Thảo Dũng Lan Phúc Ngọc Khánh Trinh Bảo",
    cities="Huế Vinh Đà-Lạt Cần-Thơ Nha-Trang Hải-Phòng Quy-Nhơn Pleiku Sa-Pa Hội-An Vũng-Tàu Bến-Tre",
    months="1 2 3 4 5 6 7 8 9 10 11 12",
    date="{day} tháng {month}",
    marks="""
không còn
thay bằng
trước đây
trước kia
đã đổi
""",
    requests="""
Xem giúp đêm qua có gì vào và có gì lạ không.
Tiếp theo so hai danh sách từ {city} rồi cho tôi xem chỗ khác nhau.
Làm tiếp phần {person} đã bắt đầu nhé.
Xem dịch vụ đó đi, lúc trưa nó chậm.
Giờ kiểm tra {n} mục cuối xem có trùng không.
Mở tệp {person} gửi rồi cho biết trong đó có gì.
Chạy báo cáo thường lệ cho {city}.
Rà các thay đổi từ thứ hai giúp tôi.
Thư mục giờ trông ra sao?
Phác bước kế tiếp cho {table}.
Tìm xem vì sao {n} cái bị trả về.
Lấy lô tiếp theo rồi rà qua.
Cho tôi xem truy vấn ra gì cho {city}.
Thử lại chuyện hồi sáng nhé.
""",
    user="""
Cảm ơn, nhanh thật.
Tuyệt, {person} sẽ vui lắm.
Cái đó mất khoảng bao lâu?
Còn {n} cái từ {city} thì sao?
Ha, lúc ăn trưa {person} cũng nói y vậy.
Có nhiều hơn tuần trước không?
Sáng nay tàu lại trễ {n} phút.
Tốt, tôi đang xem đây.
Con đường ở {city} tên gì ấy nhỉ?
Hay quá! Tôi đoán là {big}.
Xin lỗi, tôi vừa nói điện thoại với {person}.
Nói trong một câu được không?
{n} nhân {n} là mấy?
Tôi tự đếm được {big}, vậy là khớp.
Anh thấy cái đó ở đâu?
Thú vị, tôi không để ý.
À, ở {city} đang mưa.
Cái nào dài hơn?
Họ của {person} viết thế nào?
À, tôi hiểu rồi.
Đọc tôi nghe dòng thứ ba nhé?
Hôm qua có {n} khách, bận ghê.
Đó là cái ngày {date} hả?
Tôi thấy ổn.
Tôi về rồi, cà phê dở tệ.
"Chào buổi tối" tiếng Hà Lan là gì?
{person} đang nghỉ ở {city}, sướng thật.
Tổng cộng bao nhiêu cái?
Trông đúng rồi, cảm ơn nhiều.
Ừm, tôi nhớ cỡ {big}.
Lúc tôi đi có gì thay đổi không?
Màn hình tôi vừa đơ một chút.
Cho xem lại hai cái đầu nhé?
Ở {city} giờ là mấy giờ?
Buồn cười, nhãn cũ ghi {code}.
Được rồi, thế là rõ.
""",
    assistant="""
Không có gì.
Mất khoảng {n} giây.
Tổng cộng {big}, trong đó {n} từ {city}.
Vâng, nhỉnh hơn tuần trước.
Tôi thấy ở cột thứ hai.
Đó là cái ngày {date}.
Một câu thôi: tất cả khớp trừ {n} dòng.
Chào buổi tối là "goedenavond".
Danh sách từ {city} dài hơn.
Tôi đã xem hết, không có gì lạ.
Hai cái đầu là {code} và {code}.
Xong, kết quả ở trên.
Ở đó vừa qua {time}.
Mừng là giúp được.
Vậy là {port}.
Trong lúc đó không có gì đổi.
Dòng thứ ba chỉ lặp lại tiêu đề.
Tôi đã so, khác nhau {n} chỗ.
Tóm gọn: {n} cái tốt, {n} cái chưa rõ.
Báo cáo cho {city} đã chạy xong.
Tôi thấy nó gần cuối danh sách.
Tên đó viết hai chữ n.
Chậm là do một truy vấn lớn.
Phần của {person} cũng xong.
Thư mục hiện có {big} tệp.
Tôi đã phác xong, anh xem thử.
Trung bình là {big}.
Nghe hay đấy.
Nhãn đó thuộc loạt cũ.
Các mục đều bình thường, mục cuối là {code}.
""",
)
